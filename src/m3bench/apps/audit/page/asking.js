// Requests to the server.

import { Refusal, address, answered } from "./answers.js";

export { Refusal };

const SILENT = {
  problem: "m3bench audit does not respond.",
  hint: "Is it still running? This change was not saved.",
};

export function ask(what, parameters) {
  return value(fetch(address(what, parameters)));
}

export function tell(what, body) {
  const headers = { "Content-Type": "application/json" };
  return value(fetch(`api/${what}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

export function pictureAddress(item, picture) {
  return address("picture", { item, picture });
}

async function value(asked) {
  return (await answered(asked, SILENT)).value;
}
