// The attempt and its reference side by side; lines join matching calls.

import { across, Overlay } from "./arrows.js";
import { drawn, element } from "./dom.js";
import { score } from "./words.js";

const MANY = 80;

export class Pairs {
  constructor(value, select, over) {
    Object.assign(this, { value, select, over, chosen: null });
    this.frame = element("div", { class: "pairs-frame" });
    this.note = element("p", { class: "quiet" });
    this.card = element("section", { class: "card", id: "reference" },
      element("div", { class: "card-head" }, element("h2", {}, "Compared with the reference"), this.note), this.frame);
    this.fill(0);
  }

  fill(reference) {
    this.overlay?.stop();
    const known = this.value.references[reference];
    this.frame.replaceChildren(
      this.side("call", "The attempt", this.value.steps),
      this.side("reference", "The reference", known?.steps ?? []));
    this.overlay = new Overlay(this.frame, "matches");
    this.frame.classList.toggle("many", this.frame.querySelectorAll(".half").length > MANY);
    if (!known) this.note.textContent = "The task has no reference.";
  }

  start() {
    this.overlay.start();
  }

  stop() {
    this.overlay.stop();
  }

  match(found) {
    this.fill(found.reference);
    this.overlay.start();
    const which = found.reference_count > 1 ? `Reference ${found.reference + 1} of ${found.reference_count}, the best match. ` : "";
    this.note.textContent = `${which}= strong (from ${found.strong}), ~ weak (from ${found.weak}), ✗ no match`;
    const partner = new Map(found.matches.map((each) => [each.prediction, each]));
    const partnerOf = new Map(found.matches.map((each) => [each.reference, each]));
    const alone = { call: reasons(found.alone_prediction), reference: reasons(found.alone_reference) };
    for (const box of this.frame.querySelectorAll(".half")) {
      const number = Number(box.dataset.number);
      const match = (box.dataset.side === "call" ? partner : partnerOf).get(number);
      box.append(match ? this.badge(box.dataset.side, match) : lonely(box, alone[box.dataset.side].get(number)));
    }
    this.overlay.show(found.matches.map((match) => ({
      match, from: this.box("call", match.prediction), to: this.box("reference", match.reference), course: across,
    })), (curve, course) => this.line(curve.match, course));
  }

  line(match, course) {
    const lit = this.lit(match, this.chosen) || this.lit(match, this.pointed);
    const path = drawn("path", {
      class: `match ${match.strong ? "strong" : "weak"}${lit ? " lit" : ""}`, d: course,
      data: { reference: match.reference, prediction: match.prediction },
    });
    // Line width grows with similarity, from 1 to 4 pixels.
    path.style.strokeWidth = `${1 + 3 * Math.max(0, (match.similarity - 0.5) * 2)}px`;
    return [path];
  }

  lit(match, call) {
    return Boolean(call) && (call.side === "call" ? match.prediction : match.reference) === call.number;
  }

  badge(side, match) {
    const [other, number] = side === "call" ? ["reference", match.reference] : ["call", match.prediction];
    const title = `Go to ${other === "call" ? "the attempt's" : "the reference's"} call ${number + 1}`;
    return element("button", {
      type: "button", class: `pair ${match.strong ? "strong" : "weak"}`, title,
      onclick: (event) => {
        event.stopPropagation();
        this.select(other, number);
        this.box(other, number)?.querySelector(".pick").focus();
      },
    }, `${match.strong ? "=" : "~"} ${score(match.similarity)} → ${number + 1}`);
  }

  side(side, title, steps) {
    return element("div", { class: `side of-${side}` }, element("h3", {}, title), steps.map((step, index) => element("div", { class: "group" },
      element("span", { class: "quiet step" }, step.calls.length ? `Step ${index + 1}` : `Step ${index + 1} (empty)`),
      step.calls.map((call) => this.half(side, call)))));
  }

  half(side, call) {
    return element("div", {
      class: "half", data: { side, number: call.number },
      onmouseenter: () => this.over(side, call.number), onmouseleave: () => this.over(side, null),
    }, element("button", { type: "button", class: "pick", "aria-pressed": "false", onclick: () => this.select(side, call.number) },
      element("span", { class: "badge" }, call.number + 1),
      element("span", { class: "tool" }, element("span", { class: "server" }, call.server && `${call.server}/`), call.tool || "(no name)"),
      element("span", { class: "preview" }, call.arguments)));
  }

  box(side, number) {
    return this.frame.querySelector(`.half[data-side="${side}"][data-number="${number}"]`);
  }

  choose(call) {
    this.chosen = call;
    for (const box of this.frame.querySelectorAll(".half")) {
      const is = call && box.dataset.side === call.side && box.dataset.number === String(call.number);
      box.querySelector(".pick").setAttribute("aria-pressed", Boolean(is));
    }
    this.overlay.draw();
  }

  light(side, number) {
    this.pointed = number === null ? null : { side, number };
    this.overlay.draw();
  }

  reveal() {
    if (this.chosen) this.box(this.chosen.side, this.chosen.number)?.scrollIntoView({ block: "nearest" });
  }
}

function reasons(calls) {
  return new Map(calls.map((each) => [each.call, each.reason]));
}

function lonely(box, reason) {
  if (reason === undefined) return element("span", { class: "quiet" }, "a turn with the user, not compared");
  box.classList.add("alone");
  return element("span", { class: "why" }, `✗ no match: ${reason ?? ""}`);
}
