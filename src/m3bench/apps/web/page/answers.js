// Responses of the server. Addresses are relative, so that they include the token of the page.

const LONGEST_PROBLEM = 200;

export class Refusal extends Error {
  constructor(status, problem, hint) {
    super(problem);
    this.status = status;
    this.hint = hint;
  }
}

export function address(what, parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return `api/${what}?${new URLSearchParams(given)}`;
}

// Returns the response and its value, or throws a `Refusal`. `silent` is the message if the server does not respond.
export async function answered(asked, silent) {
  let response;
  try {
    response = await asked;
  } catch {
    throw new Refusal(0, silent.problem, silent.hint);
  }
  if (response.status === 304) return { response, value: null };
  const isJson = (response.headers.get("Content-Type") ?? "").startsWith("application/json");
  const text = isJson ? "" : await response.text();
  const value = isJson ? await response.json() : { problem: text.slice(0, LONGEST_PROBLEM), hint: "" };
  if (!response.ok) throw new Refusal(response.status, value.problem, value.hint);
  return { response, value };
}
