// Requests to the server.

import { Refusal, address as online, answered } from "./answers.js";
import { answerOffline, isOffline, placeOffline } from "./offline.js";

export { Refusal };

const CALM = 1500;
const BUSY = 60;
const SOON = 500;
const UPSET = 4000;
const MUCH = 1 << 18;
const SILENT = { problem: "m3bench view does not respond.", hint: "Is it still running?" };

export function address(what, parameters) {
  return isOffline() ? placeOffline(what, parameters) : online(what, parameters);
}

export async function ask(what, parameters) {
  return (await asked(what, parameters, null)).value;
}

export async function send(what, body) {
  const headers = { "Content-Type": "application/json" };
  return (await answered(fetch(`api/${what}`, { method: "POST", headers, body: JSON.stringify(body) }), SILENT)).value;
}

// Polls while the page is visible, and calls `shown` with new values.
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
      const { value, tag } = await asked(this.what, this.parameters, this.tag);
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
    if (!isOffline()) this.timer = setTimeout(this.look, pause);
  }
}

// An incomplete last line is unread, too, so that later only a large backlog counts.
function stillReading(value) {
  const runs = value.runs ?? (value.run?.size === undefined ? [] : [value.run]);
  return runs.some((run) => run.pending || run.unread > MUCH);
}

async function asked(what, parameters, tag) {
  if (isOffline()) return { value: await answerOffline(what, parameters), tag };
  const headers = tag ? { "If-None-Match": tag } : {};
  const { response, value } = await answered(fetch(online(what, parameters), { headers }), SILENT);
  return { value, tag: value === null ? tag : response.headers.get("ETag") };
}
