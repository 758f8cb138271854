// A third-party MCP server in Node.js without packages: goods and their prices.
import { createInterface } from "node:readline";

const goods = { apple: { price: 1.25, stock: 40 }, pear: { price: 0.99, stock: 12 } };
const name = { type: "string", description: "Name of the good, e.g. apple" };
const tools = {
  list_goods: [{}, () => Object.keys(goods)],
  get_price: [{ name }, (given) => goods[given.name]],
  total: [{ name, count: { type: "number" } }, (given) => ({ total: goods[given.name].price * given.count })],
};

function listed([key, [properties]]) {
  return { name: key, inputSchema: { type: "object", properties, required: Object.keys(properties) } };
}

function result({ method, params }) {
  if (method === "initialize") {
    const serverInfo = { name: "shop", version: "1" };
    return { protocolVersion: params.protocolVersion, serverInfo, capabilities: { tools: {} } };
  }
  if (method === "tools/list") return { tools: Object.entries(tools).map(listed) };
  if (method === "tools/call") {
    const text = JSON.stringify(tools[params.name][1](params.arguments));
    return { content: [{ type: "text", text }] };
  }
  return {};
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if ("id" in request) {
    console.log(JSON.stringify({ jsonrpc: "2.0", id: request.id, result: result(request) }));
  }
}
