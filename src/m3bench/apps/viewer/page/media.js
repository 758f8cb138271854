// Pictures, sounds, films, sheets and slides. They come from this server only, and only as what they are.

import { address, ask } from "./asking.js";
import { element } from "./dom.js";
import { pieces, table } from "./values.js";
import { counted, size } from "./words.js";

export function picture(source, name) {
  const image = element("img", { src: source, alt: name, loading: "lazy" });
  const figure = element("figure", {}, element("button", {
    type: "button", class: "zoom", "aria-label": `Enlarge ${name}`, onclick: () => figure.classList.toggle("large"),
  }, image), element("figcaption", {}, name));
  figure.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !figure.classList.contains("large")) return;
    figure.classList.remove("large");
    event.stopPropagation();
  });
  image.addEventListener("error", () => figure.replaceChildren(
    element("p", { class: "missing" }, `${name}: this picture cannot be shown.`)));
  return figure;
}

// A sound or film. Nothing is loaded but its beginning until somebody plays it.
export function player(kind, source, name) {
  const made = element(kind, { src: source, controls: "", preload: "metadata", "aria-label": name });
  const figure = element("figure", { class: "player" }, made, element("figcaption", {}, name));
  made.addEventListener("error", () => figure.replaceChildren(
    element("p", { class: "missing" }, `${name}: this browser cannot play it.`)));
  return figure;
}

// Bytes of a result, by hash.
export function media(block, parameters) {
  if (!block.digest) return element("p", { class: "missing" }, `${block.type}${block.uri ? ` at ${block.uri}` : ""}, not kept in the run.`);
  const which = { run: parameters.run, digest: block.digest };
  if (block.type.startsWith("image/") && block.type !== "image/svg+xml") return picture(address("blob", which), block.type);
  if (/^(audio|video)\//.test(block.type)) return player(block.type.split("/")[0], address("blob", which), block.uri || block.type);
  return onDemand(block.type, { ...which, type: block.type }, address("blob", which));
}

// A file is shown in place, and asked for when somebody gets to see it.
export function onDemand(title, parameters, source, heading = title) {
  const body = element("div", { class: "rendered" });
  const details = element("details", { class: "file", open: true }, element("summary", {}, heading), body);
  const load = async () => {
    if (!details.open || body.childElementCount) return;
    body.replaceChildren(element("p", { class: "quiet" }, "Reading…"));
    try {
      body.replaceChildren(...shown(await ask("rendered", parameters), title, parameters, source));
    } catch (refusal) {
      body.replaceChildren(element("p", { class: "problem" }, refusal.message));
    }
  };
  details.addEventListener("toggle", load);
  onSight(details, load);
  return details;
}

const seen = new WeakMap();
const sight = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    sight.unobserve(target);
    seen.get(target)();
  }
});

function onSight(target, act) {
  seen.set(target, act);
  sight.observe(target);
}

function shown(file, title, parameters, source) {
  const save = element("a", { href: source, download: "", class: "quiet" }, `Save (${size(file.size)})`);
  const kinds = {
    audio: () => [player("audio", address("blob", { run: parameters.run, digest: file.digest }), title)],
    video: () => [player("video", address("blob", { run: parameters.run, digest: file.digest }), title)],
    picture: () => [picture(address("blob", { run: parameters.run, digest: file.digest }), title)],
    pages: () => pages(file, parameters),
    sheets: () => file.sheets.map(sheet),
    slides: () => [slides(file, parameters)],
    text: () => [pieces({ text: file.text, next: null }), file.cut && element("p", { class: "quiet" }, "The rest is not shown.")],
    unreadable: () => [element("p", { class: "problem" }, file.problem)],
    bytes: () => [element("p", { class: "missing" }, "This file cannot be shown here.")],
  };
  return [...kinds[file.kind]().filter(Boolean), save];
}

function pages(file, parameters) {
  const shown = file.pages.map((digest, index) => picture(address("blob", { run: parameters.run, digest }), `Page ${index + 1}`));
  return [element("div", { class: "pages" }, shown), file.pages.length < file.page_count &&
    element("p", { class: "quiet" }, `The first ${file.pages.length} of ${counted(file.page_count, "page")}.`)];
}

function sheet(found) {
  const cut = found.rows.length < found.row_count || (found.rows[0]?.length ?? 0) < found.column_count;
  const note = cut ? `The sheet has ${counted(found.row_count, "row")} and ${counted(found.column_count, "column")}; the first are shown.` : "";
  return table(null, found.rows, found.name || "Sheet", note);
}

function slides(deck, parameters) {
  return element("div", {}, element("ol", { class: "slides" }, deck.slides.map((slide, index) => oneSlide(slide, index, deck, parameters))),
    deck.slides.length < deck.slide_count && element("p", { class: "quiet" }, `The first ${deck.slides.length} of ${deck.slide_count} slides.`));
}

// Positions and texts of the slide, without fonts and colours.
function oneSlide(slide, index, deck, parameters) {
  const board = element("div", { class: "board" }, slide.items.filter((item) => item.box).map((item) => placed(item, parameters)));
  board.style.aspectRatio = String(deck.ratio);
  const loose = slide.items.filter((item) => !item.box && item.text).map((item) => element("p", {}, item.text));
  return element("li", {}, element("span", { class: "quiet" }, `Slide ${index + 1}`), board, loose);
}

function placed(item, parameters) {
  const [left, top, width, height] = item.box;
  const made = element("div", { class: item.title ? "item title" : "item", title: item.text },
    item.picture ? element("img", { src: address("blob", { run: parameters.run, digest: item.picture }), alt: "" }) : item.text);
  Object.assign(made.style, { left: `${100 * left}%`, top: `${100 * top}%`, width: `${100 * width}%`, height: `${100 * height}%` });
  return made;
}
