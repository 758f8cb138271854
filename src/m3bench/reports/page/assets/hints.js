// Tooltips for headings, marks and shortened names: next to the pointer, or below the focused element.

const box = document.querySelector("#hint");
const GAP = 14;

function textOf(target) {
  const owner = target.closest?.("[aria-describedby], [data-hint], .chart [role=graphics-symbol][aria-label]");
  if (!owner) return "";
  const described = owner.getAttribute("aria-describedby");
  if (described) return document.getElementById(described)?.textContent ?? "";
  if (owner.dataset.hint) return owner.dataset.hint;
  return owner.getAttribute("aria-roledescription") === "axis" ? "" : owner.getAttribute("aria-label");
}

function place(x, y) {
  const size = box.getBoundingClientRect();
  const left = Math.min(Math.max(4, x), innerWidth - size.width - 4);
  const below = y + GAP + size.height < innerHeight;
  box.style.setProperty("left", `${left}px`);
  box.style.setProperty("top", `${below ? y + GAP : Math.max(4, y - GAP - size.height)}px`);
}

function show(text, x, y) {
  box.textContent = text;
  box.hidden = !text;
  if (text) place(x, y);
}

document.addEventListener("pointermove", (event) => show(textOf(event.target), event.clientX + GAP / 2, event.clientY));
document.addEventListener("pointerleave", () => show(""));
document.addEventListener("focusin", (event) => {
  const where = event.target.getBoundingClientRect();
  if (event.target.matches(":focus-visible")) show(textOf(event.target), where.left, where.bottom - GAP / 2);
});
document.addEventListener("focusout", () => show(""));
document.addEventListener("scroll", () => show(""), { passive: true, capture: true });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") show("");
});
