// What the browser keeps: the colours chosen, the keys of seats, what was typed.
// A browser may forbid it all; then nothing is kept.

function quietly(use) {
  try {
    return use();
  } catch {
    return null;
  }
}

function store(area) {
  return {
    get: (name) => quietly(() => JSON.parse(area().getItem(`hornet.${name}`))),
    set: (name, value) => quietly(() => area().setItem(`hornet.${name}`, JSON.stringify(value))),
    remove: (name) => quietly(() => area().removeItem(`hornet.${name}`)),
  };
}

/** Kept for good. */
export const local = store(() => localStorage);
/** Kept as long as the window is open. */
export const session = store(() => sessionStorage);

const seat = (id, side) => `key.${id}.${side}`;

/** The keys of seats that were taken from this browser. */
export const seatKeys = {
  of: (id, side) => local.get(seat(id, side)) ?? undefined,
  keep: (id, side, key) => local.set(seat(id, side), key),
  drop: (id, side) => local.remove(seat(id, side)),
  /** Any of a table. */
  any: (id) => quietly(() => {
    const name = Object.keys(localStorage).find((known) => known.startsWith(`hornet.${seat(id, '')}`));
    return name && JSON.parse(localStorage.getItem(name));
  }) ?? undefined,
};
