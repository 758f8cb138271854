// A server as a newcomer writes one with the TypeScript SDK: garden.mjs [vague]
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const plants = {
  "P-1": { name: "Basil", water: "daily", light: "full sun" },
  "P-2": { name: "Boston fern", water: "rarely", light: "shade" },
  "P-3": { name: "Lemon basil", water: "weekly", light: "half shade" },
};
const gardeners = { "G-1": { first_name: "Lena", phone: "555 0101" }, "G-2": { first_name: "Omar", phone: "555 0102" } };
const words =
  process.argv[2] === "vague"
    ? { get: "Get it.", who: "Water, light, name and everything else, for example of 'G-1'." }
    : { get: "Get a plant by its plant_id: name, water and light that it needs.", who: "Get a gardener by gardener_id, such as 'G-1': first name and phone." };
const server = new McpServer({ name: "garden", version: "1.0.0" });
const json = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });

server.registerTool(
  "find",
  {
    description: "Find plants by a part of their name, such as 'basil'. Returns plant_id and name of each.",
    inputSchema: { part: z.string().describe("Part of a name, such as 'basil'.") },
  },
  async ({ part }) =>
    json(
      Object.entries(plants)
        .filter(([, plant]) => plant.name.toLowerCase().includes(part.toLowerCase()))
        .map(([plant_id, plant]) => ({ plant_id, name: plant.name })),
    ),
);
server.registerTool("get", { description: words.get, inputSchema: { plant_id: z.string() } }, async ({ plant_id }) =>
  json(plants[plant_id] ?? { error: `no plant_id ${plant_id}` }),
);
server.registerTool("who", { description: words.who, inputSchema: { gardener_id: z.string() } }, async ({ gardener_id }) =>
  json(gardeners[gardener_id] ?? { error: `no gardener_id ${gardener_id}` }),
);
await server.connect(new StdioServerTransport());
