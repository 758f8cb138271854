// What the server answers. Addresses are relative, so that each carries the token of the page.

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

// The response and the value in it; a `Refusal` where there is none. `silent` tells what to do when nobody answers.
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
