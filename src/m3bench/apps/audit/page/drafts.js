// Drafts: typed text that is not saved yet. Drafts survive a reload of the page, and a change of the reference
// in another window.

const PREFIX = "m3bench-audit-draft";

export function draftsOf(person, item) {
  const start = `${JSON.stringify([PREFIX, person, item])} `;
  const all = () => Object.keys(sessionStorage).filter((key) => key.startsWith(start))
    .map((key) => ({ what: key.slice(start.length), ...JSON.parse(sessionStorage.getItem(key)) }));
  return {
    keep: (what, draft) => stored(start + what, JSON.stringify(draft)),
    drop: (what) => sessionStorage.removeItem(start + what),
    find: (what) => all().find((draft) => draft.what === what),
    // A draft for a form that is no longer shown cannot be restored.
    fitting: (what, seen) => all().find((draft) => draft.what === what && draft.seen === seen),
    homeless: (seen) => all().filter((draft) => draft.seen !== undefined && draft.seen !== seen),
  };
}

function stored(key, value) {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // The storage is full: the draft is only on the page.
  }
}
