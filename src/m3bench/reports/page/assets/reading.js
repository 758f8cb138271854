// Highlight the current section, and unfold everything for printing.

const links = new Map([...document.querySelectorAll("#sections a")].map((link) => [link.hash.slice(1), link]));

const watcher = new IntersectionObserver(
  (entries) => {
    const entered = entries.find((entry) => entry.isIntersecting);
    if (!entered) return;
    for (const link of links.values()) link.removeAttribute("aria-current");
    links.get(entered.target.id).setAttribute("aria-current", "true");
  },
  { rootMargin: "-10% 0px -80% 0px" },
);
for (const id of links.keys()) watcher.observe(document.getElementById(id));

// A link to a folded table unfolds it, and what it is folded in.
function unfold() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let folded = target && target.closest("details"); folded; folded = folded.parentElement.closest("details")) folded.open = true;
  if (target) target.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();

let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("details:not([open])")];
  for (const each of closed) each.open = true;
});
addEventListener("afterprint", () => {
  for (const each of closed) each.open = false;
});
