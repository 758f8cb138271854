// The route is the part of the address after #, so that addresses can be saved and shared.
//   #/                                     all runs
//   #/run/NAME?query=…&outcome=…&page=2    the attempts of a run
//   #/run/NAME/task/ID/EPOCH/try/2/call/3  one attempt, one of its tries, one of its calls

const FILTERS = ["query", "status", "outcome", "family", "checks", "page"];

export function parsed(hash) {
  const [path, search = ""] = hash.replace(/^#\/?/, "").split("?");
  const parts = path.split("/").map(plain);
  const given = new URLSearchParams(search);
  const filters = Object.fromEntries(FILTERS.filter((name) => given.get(name)).map((name) => [name, given.get(name)]));
  if (parts[0] !== "run" || !parts[1]) return { kind: "runs", filters: {} };
  if (parts[2] !== "task" || parts[3] === undefined) return { kind: "attempts", run: parts[1], filters };
  const route = { kind: "attempt", run: parts[1], task: parts[3], epoch: Number(parts[4]) || 1, filters };
  for (let place = 5; place + 1 < parts.length; place += 2) taken(route, parts[place], Number(parts[place + 1]));
  return route;
}

function taken(route, word, number) {
  if (!Number.isInteger(number) || number < 1) return;
  if (word === "try") route.try = number;
  if (word === "call" || word === "reference") route.call = { side: word, number: number - 1 };
}

export function written(route) {
  const parts = ["#"];
  if (route.run !== undefined) parts.push("run", encodeURIComponent(route.run));
  if (route.task !== undefined) parts.push("task", encodeURIComponent(route.task), route.epoch ?? 1);
  if (route.try) parts.push("try", route.try);
  if (route.call) parts.push(route.call.side, route.call.number + 1);
  const search = new URLSearchParams(Object.entries(route.filters ?? {}).filter(([, value]) => value)).toString();
  return (parts.length > 1 ? parts.join("/") : "#/") + (search && `?${search}`);
}

export function sameAttempt(one, other) {
  return one?.kind === "attempt" && other?.kind === "attempt"
    && written({ ...one, call: null }) === written({ ...other, call: null });
}

function plain(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
