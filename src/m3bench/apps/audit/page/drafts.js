// Words that were typed and are not kept yet. They outlive a reload of the page, and a change of the reference
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
    // What was typed for a form that is not shown any more has no place to go back to.
    fitting: (what, seen) => all().find((draft) => draft.what === what && draft.seen === seen),
    homeless: (seen) => all().filter((draft) => draft.seen !== undefined && draft.seen !== seen),
  };
}

function stored(key, value) {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // There is no room for it: then it is only on the page.
  }
}
