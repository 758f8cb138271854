// Keeps the keyboard focus when the page is drawn again.

export function focusNow() {
  const focused = document.activeElement;
  const home = focused?.closest?.("[id]")?.id;
  const label = spoken(focused);
  return {
    restore() {
      const place = home && document.getElementById(home);
      if (!place) return;
      const found = [...place.querySelectorAll("button, select, summary")].find((one) => spoken(one) === label);
      (found ?? place).focus({ preventScroll: true });
    },
  };
}

function spoken(element) {
  return element?.getAttribute?.("aria-label") || element?.title || element?.textContent;
}
