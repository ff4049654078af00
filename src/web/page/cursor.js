// Moves about a board by arrow keys. The board is one stop of the Tab key; inside of it
// the arrows go to the nearest cell in that direction, as it is seen on the screen.

const DIRECTIONS = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

export const isArrow = (key) => key in DIRECTIONS;

/** How much a cell beside the way counts as further than one straight ahead. */
const ASIDE = 1.2;

/** What counts as ahead: first what lies less than about 56 degrees aside, then all. */
const AHEAD = 1.5;
const ANYWHERE_AHEAD = Infinity;

export class Cursor {
  constructor() {
    this.cell = null;
    this.lane = null;
  }

  /** Puts it on a cell, wherever it was. */
  put(cell) {
    this.cell = cell;
    this.lane = null;
  }

  /** The cell that an arrow leads to, or null. `cells` are `{cell, x, y}`. Going on in one
   *  direction keeps to one lane, though hexagons lie to the left and right of it. */
  step(cells, key) {
    const direction = DIRECTIONS[key];
    const from = cells.find(({ cell }) => cell === this.cell);
    if (!from) return null;
    const isVertical = direction.x === 0;
    if (this.lane?.isVertical !== isVertical) this.lane = { isVertical, at: isVertical ? from.x : from.y };
    const best = this.#nearest(cells, from, direction, AHEAD) ?? this.#nearest(cells, from, direction, ANYWHERE_AHEAD);
    if (best) this.cell = best.cell;
    return best?.cell ?? null;
  }

  /** The nearest cell that lies no further aside than this many times ahead. */
  #nearest(cells, from, direction, cone) {
    const { isVertical, at } = this.lane;
    let best = null;
    let least = Infinity;
    for (const cell of cells) {
      const ahead = (cell.x - from.x) * direction.x + (cell.y - from.y) * direction.y;
      const away = Math.abs(isVertical ? cell.x - from.x : cell.y - from.y);
      if (ahead < 1 || away > ahead * cone) continue;
      const distance = ahead + ASIDE * Math.abs((isVertical ? cell.x : cell.y) - at);
      if (distance < least) [best, least] = [cell, distance];
    }
    return best;
  }
}
