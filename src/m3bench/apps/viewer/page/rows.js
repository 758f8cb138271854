// Keyboard navigation in lists: rows are links, and the focused row is the current one.

export function walker(host) {
  const rows = () => [...host.querySelectorAll("[data-row]")];
  const move = (step) => {
    const all = rows();
    const at = all.indexOf(document.activeElement);
    const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step];
    if (!next) return false;
    next.focus();
    next.scrollIntoView({ block: "nearest" });
    return true;
  };
  return { j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1) };
}

// Draws again and keeps the focus.
export function redrawn(host, draw) {
  const focused = document.activeElement?.dataset?.row;
  draw();
  if (focused === undefined) return;
  [...host.querySelectorAll("[data-row]")].find((row) => row.dataset.row === focused)?.focus({ preventScroll: true });
}
