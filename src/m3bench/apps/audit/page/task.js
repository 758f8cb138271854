// The request and the pictures of a task.

import { ask, pictureAddress } from "./asking.js";
import { element } from "./dom.js";

export function taskCard(view, item, more = null) {
  const pictures = view.pictures.map((name, index) => picture(name, item, index));
  const facts = [view.family, view.camera && `${view.camera} pictures`, view.servers.length > 0 && view.servers.join(", ")].filter(Boolean);
  return element("section", { class: pictures.length ? "card task" : "card task bare" },
    pictures.length > 0 && element("div", { class: "pictures" }, pictures),
    element("div", { class: "words" },
      element("h1", {}, view.name),
      facts.length > 0 && element("p", { class: "quiet" }, facts.join(" · ")),
      words("Request", view.request || "(none)"),
      view.fuzzy_request && words("Fuzzy request", view.fuzzy_request),
      more));
}

export function words(title, text, tool = null) {
  return [
    element("div", { class: "words-head" }, element("h2", {}, title), tool),
    element("p", { class: "request" }, text),
  ];
}

function picture(name, item, index) {
  const image = element("img", { src: pictureAddress(item, index), alt: name });
  const size = "Zoom in or out";
  const zoom = element("button", { type: "button", class: "zoom", title: size, "aria-label": size }, image);
  const figure = element("figure", {}, zoom, element("figcaption", {}, name));
  zoom.addEventListener("click", () => figure.classList.toggle("large"));
  zoom.addEventListener("keydown", (event) => {
    if (event.key === "Escape") figure.classList.remove("large");
  });
  image.addEventListener("error", () => tellWhy(zoom, item, index));
  return figure;
}

// A failed image has no error message, so its address is requested again to get one.
async function tellWhy(zoom, item, index) {
  const place = element("p", { class: "missing" }, "This picture cannot be shown.");
  zoom.replaceWith(place);
  const why = await ask("picture", { item, picture: index }).then(() => null, (refusal) => refusal);
  if (why?.status) place.replaceWith(element("p", { class: "missing" }, why.message));
}
