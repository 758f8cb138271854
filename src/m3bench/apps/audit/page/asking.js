// Speaking to the server. Addresses are relative, so that each carries the token of the page.

export class Refusal extends Error {
  constructor(status, problem, hint) {
    super(problem);
    this.status = status;
    this.hint = hint;
  }
}

export function ask(what, parameters) {
  return answered(fetch(`api/${what}?${new URLSearchParams(parameters)}`));
}

export function tell(what, body) {
  const headers = { "Content-Type": "application/json" };
  return answered(fetch(`api/${what}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

export function pictureAddress(item, picture) {
  return `api/picture?${new URLSearchParams({ item, picture })}`;
}

async function answered(asked) {
  let response;
  try {
    response = await asked;
  } catch {
    throw new Refusal(0, "m3bench audit does not answer.", "Is it still running? Nothing of this was kept.");
  }
  const isJson = (response.headers.get("Content-Type") ?? "").startsWith("application/json");
  const value = isJson ? await response.json() : { problem: await response.text(), hint: "" };
  if (!response.ok) throw new Refusal(response.status, value.problem, value.hint);
  return value;
}
