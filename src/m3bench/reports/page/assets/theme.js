// Light, dark, or the system setting. If the choice cannot be stored, it applies to this visit.

const NAMES = { auto: "◐ Auto", light: "☀ Light", dark: "☾ Dark" };
const KEY = "m3bench-theme";
const button = document.querySelector("#theme");

function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without local storage, the page still works.
  }
}

function show(theme) {
  button.textContent = NAMES[theme];
  button.setAttribute("aria-label", `Colours: ${theme}. Change`);
  button.dataset.theme = theme;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

button.addEventListener("click", () => {
  const order = Object.keys(NAMES);
  const next = order[(order.indexOf(button.dataset.theme) + 1) % order.length];
  show(next);
  keep(next);
});

show(kept() in NAMES ? kept() : "auto");
button.hidden = false;
