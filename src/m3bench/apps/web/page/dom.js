// Creates elements. Text becomes text nodes only, never markup.

const SVG = "http://www.w3.org/2000/svg";

export function element(name, properties = {}, ...children) {
  return filled(document.createElement(name), properties, children);
}

export function drawn(name, properties = {}, ...children) {
  return filled(document.createElementNS(SVG, name), properties, children);
}

export function button(label, title, act, kind = "") {
  const spoken = label === "×" && title;
  return element("button", { type: "button", title, "aria-label": spoken, class: kind, onclick: act }, label);
}

// A list that is filled when it gets the focus: with all choices for all calls, a long trajectory would be slow.
export function choice(title, spoken, options, chosen) {
  let offered = [];
  const select = element("select", { class: "small choose", "aria-label": spoken });
  const close = () => select.replaceChildren(element("option", { value: "" }, title));
  const fill = () => {
    if (select.options.length > 1) return;
    offered = options();
    select.append(...offered.map((option, index) => element("option", { value: index }, option.label)));
  };
  for (const event of ["pointerdown", "focus", "keydown"]) select.addEventListener(event, fill);
  select.addEventListener("blur", close);
  select.addEventListener("change", () => {
    const taken = offered[Number(select.value)];
    close();
    chosen(taken);
  });
  close();
  return select;
}

// Invisible characters, and those that reverse or hide text, are shown by their number.
const UNSEEN = /[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{e0100}-\u{e01ef}]|(?![\t\n])\p{Cc}/gu;

export function visible(text) {
  return String(text).replace(UNSEEN, (character) => {
    const code = character.codePointAt(0);
    return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
  });
}

function filled(made, properties, children) {
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "data") Object.assign(made.dataset, value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    made.append(child instanceof Node ? child : document.createTextNode(visible(child)));
  }
  return made;
}
