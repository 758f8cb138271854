// Speaking to the server. Addresses are relative, so that each carries the token of the page.

const CALM = 1500;
const BUSY = 60;
const SOON = 500;
const UPSET = 4000;
const MUCH = 1 << 18;

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

export async function ask(what, parameters) {
  return (await answered(what, parameters, null)).value;
}

// Asks, and keeps asking for as long as somebody looks: `shown` is told whatever is new.
export class Watch {
  constructor(what, parameters, shown, failed) {
    Object.assign(this, { what, parameters, shown, failed, tag: null, timer: null, stopped: false });
    this.look = this.look.bind(this);
    document.addEventListener("visibilitychange", this.look);
    this.look();
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.look);
  }

  async look() {
    clearTimeout(this.timer);
    if (this.stopped || document.hidden || this.looking) return;
    this.looking = true;
    let pause = CALM;
    try {
      const { value, tag } = await answered(this.what, this.parameters, this.tag);
      if (this.stopped) return;
      if (value) {
        this.tag = tag;
        this.reading = stillReading(value);
        this.shown(value);
      }
      if (this.reading) pause = BUSY;
    } catch (refusal) {
      if (this.stopped) return;
      this.failed(refusal);
      pause = refusal.status ? SOON : UPSET;
    } finally {
      this.looking = false;
    }
    this.timer = setTimeout(this.look, pause);
  }
}

// A line that is being written just now is unread as well: only a journal that is far behind is being read.
function stillReading(value) {
  const runs = value.runs ?? (value.run?.size === undefined ? [] : [value.run]);
  return runs.some((run) => run.unread > MUCH);
}

async function answered(what, parameters, tag) {
  let response;
  try {
    response = await fetch(address(what, parameters), { headers: tag ? { "If-None-Match": tag } : {} });
  } catch {
    throw new Refusal(0, "m3bench view does not answer.", "Is it still running?");
  }
  if (response.status === 304) return { value: null, tag };
  const isJson = (response.headers.get("Content-Type") ?? "").startsWith("application/json");
  const value = isJson ? await response.json() : { problem: (await response.text()).slice(0, 200), hint: "" };
  if (!response.ok) throw new Refusal(response.status, value.problem, value.hint);
  return { value, tag: response.headers.get("ETag") };
}
