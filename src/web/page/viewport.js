// Which part of the board is seen, and how large. A board is shown whole at first;
// once the user has moved or zoomed it, it stays as it was left, and only moves as far
// as needed to bring a new piece into sight.

const LARGEST = 4;
const SMALLEST = 0.15;
/** The plane begins with few cells; they need not fill the screen. */
const LARGEST_OF_PLANE = 1.7;
const LARGEST_OF_BOARD = 3;
const MARGIN = 10;

export class Viewport {
  constructor(svg, world) {
    this.svg = svg;
    this.world = world;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.isAdjusted = false;
    this.bounds = null;
    /** As the browser last laid it out: to ask it would have all laid out at once. */
    this.size = { width: 0, height: 0 };
    new ResizeObserver(([{ contentRect }]) => this.#resized(contentRect)).observe(svg);
  }

  /** What there is to see: `{left, top, right, bottom}`. */
  show(bounds, { isPlane }) {
    const isFirst = this.bounds === null || this.isPlane !== isPlane;
    this.isPlane = isPlane;
    this.bounds = bounds;
    if (isFirst) this.fit();
    else if (!this.isAdjusted) this.#follow();
  }

  /** Shows all, in the middle. */
  fit() {
    this.isAdjusted = false;
    const { width, height } = this.size;
    if (!this.bounds || !width || !height) return;
    const { left, top, right, bottom } = this.bounds;
    const largest = this.isPlane ? LARGEST_OF_PLANE : LARGEST_OF_BOARD;
    const fitting = Math.min((width - 2 * MARGIN) / (right - left), (height - 2 * MARGIN) / (bottom - top));
    this.scale = clamp(fitting, SMALLEST, largest);
    this.x = width / 2 - (this.scale * (left + right)) / 2;
    this.y = height / 2 - (this.scale * (top + bottom)) / 2;
    this.#apply();
  }

  /** Nobody has touched the view: all stays in sight, with as little motion as can be. */
  #follow() {
    const { width, height } = this.size;
    const { left, top, right, bottom } = this.bounds;
    const fits = (right - left) * this.scale <= width && (bottom - top) * this.scale <= height;
    if (this.isPlane && fits) this.reveal(this.bounds, 0);
    else this.fit();
  }

  /** Moves only as far as it takes to see all of `bounds`. */
  reveal({ left, top, right, bottom }, margin = MARGIN) {
    const { width, height } = this.size;
    if (!width || !height) return;
    this.x += shift(this.x + left * this.scale - margin, this.x + right * this.scale + margin, width);
    this.y += shift(this.y + top * this.scale - margin, this.y + bottom * this.scale + margin, height);
    this.#apply();
  }

  pan(right, down) {
    this.isAdjusted = true;
    this.x += right;
    this.y += down;
    this.#keepInSight();
    this.#apply();
  }

  /** Zooms around a point of the screen, or around the middle. */
  zoom(factor, at = null) {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    const x = at ? at.x - left : width / 2;
    const y = at ? at.y - top : height / 2;
    const scale = clamp(this.scale * factor, SMALLEST, LARGEST);
    const real = scale / this.scale;
    this.isAdjusted = true;
    this.x = x - (x - this.x) * real;
    this.y = y - (y - this.y) * real;
    this.scale = scale;
    this.#keepInSight();
    this.#apply();
  }

  /** A corner of the board stays in sight, so that it cannot be lost. */
  #keepInSight() {
    if (!this.bounds) return;
    const { width, height } = this.size;
    const rim = 40;
    this.x = clamp(this.x, rim - this.bounds.right * this.scale, width - rim - this.bounds.left * this.scale);
    this.y = clamp(this.y, rim - this.bounds.bottom * this.scale, height - rim - this.bounds.top * this.scale);
  }

  #resized({ width, height }) {
    this.size = { width, height };
    if (!this.isAdjusted) this.fit();
  }

  #apply() {
    this.world.setAttribute('transform', `translate(${this.x.toFixed(2)} ${this.y.toFixed(2)}) scale(${this.scale.toFixed(4)})`);
  }
}

const clamp = (number, least, most) => Math.max(Math.min(least, most), Math.min(Math.max(least, most), number));

/** How far what reaches from `start` to `end` must move to be between 0 and `size`. */
function shift(start, end, size) {
  if (start < 0) return -start;
  if (end > size) return Math.max(size - end, -start);
  return 0;
}
