// The board as SVG: cells where the server says they are, what lies on them, and all
// the signs: what is selected, what can be touched next, the last move, marks.

import { button, draw, make } from './dom.js';
import { Cursor, isArrow } from './cursor.js';
import { dragShape, touchOf } from './dragging.js';
import { gestures } from './gestures.js';
import { inside, pieceShape, scaled } from './pieces.js';
import { stackPanel } from './stack.js';
import { Viewport } from './viewport.js';

/** How far each piece of a stack is above the one below it. */
const RISE = 6;
const MOVE_TIME = 150;
/** How long the pointer rests on a piece until its name appears. */
const LINGER = 500;

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Board {
  /** `does` has `touch(touch)`, `hold(touch)`, `escape()`, `canDrag(touch)`, `dragFrom(touch)`. */
  constructor(does) {
    this.does = does;
    this.cells = new Map();
    this.cursor = new Cursor();
    this.layers = {
      edges: draw('g', { class: 'edges', 'aria-hidden': true }),
      cells: draw('g'),
      labels: draw('g', { class: 'labels', 'aria-hidden': true }),
      counts: draw('g', { class: 'above', 'aria-hidden': true }),
      above: draw('g', { class: 'above', 'aria-hidden': true }),
    };
    this.focusRing = draw('polygon', { class: 'cursor' });
    const world = draw('g', {}, ...Object.values(this.layers));
    // It listens for the focus, which would make it a stop of the Tab key itself.
    this.svg = draw('svg', { id: 'board', class: 'board', tabindex: '-1', role: 'application', 'aria-label': 'Board', 'aria-roledescription': 'board' }, world);
    this.stack = stackPanel();
    this.element = make('div', { class: 'board-box' }, this.svg, this.stack.element);
    this.buttons = this.#buttons();
    this.viewport = new Viewport(this.svg, world);
    this.#listen();
  }

  #buttons() {
    const view = (label, words, id, does) => button(label, does, { id, 'aria-label': words, title: words });
    return make('div', { class: 'zoom', role: 'group', 'aria-label': 'Size of the board' },
      view('+', 'Larger', 'zoom-in', () => this.viewport.zoom(1.25)),
      view('−', 'Smaller', 'zoom-out', () => this.viewport.zoom(0.8)),
      view('⤢', 'Show all', 'zoom-fit', () => this.viewport.fit()));
  }

  #listen() {
    gestures(this.svg, {
      tap: (target) => {
        const touch = touchOf(target);
        if (touch) this.does.touch(touch);
        else this.does.escape();
      },
      hold: (target) => {
        const touch = touchOf(target);
        if (touch) this.does.hold(touch);
      },
      drag: (target, event) => this.#drag(target, event),
      pan: (right, down) => this.viewport.pan(right, down),
      zoom: (factor, at) => this.viewport.zoom(factor, at),
    });
    this.svg.addEventListener('keydown', (event) => this.#key(event));
    this.svg.addEventListener('focusin', (event) => this.#focused(event.target));
    this.svg.addEventListener('focusout', () => {
      this.focusRing.remove();
      this.#openStack();
    });
    this.svg.addEventListener('pointerover', (event) => this.#hover(event.target));
    this.svg.addEventListener('pointerleave', () => this.#hover(null));
  }

  #drag(target, event) {
    const touch = touchOf(target);
    const entry = this.cells.get(touch);
    const top = entry?.pieces.at(-1);
    if (!top || !this.does.canDrag(touch)) return null;
    this.does.dragFrom(touch);
    entry.group.classList.add('lifted');
    return dragShape(pieceShape(top, this.shape), this.viewport.scale, event, {
      over: (under) => this.#markUnder(under),
      drop: (under) => {
        if (under !== touch) this.does.touch(under);
      },
      end: () => {
        this.#markUnder(null);
        entry.group.classList.remove('lifted');
      },
    });
  }

  #markUnder(touch) {
    for (const { group } of this.cells.values()) group.classList.remove('under');
    this.cells.get(touch)?.group.classList.add('under');
  }

  #key(event) {
    const focused = event.target.closest?.('[data-cell]');
    if (!focused || event.ctrlKey || event.metaKey) return;
    if (isArrow(event.key)) {
      const next = this.cursor.step([...this.cells.values()].map(({ spot }) => spot), event.key);
      if (next) this.focus(next);
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (event.altKey || event.shiftKey) this.does.hold(focused.dataset.cell);
      else this.does.touch(focused.dataset.cell);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Puts the keyboard on a cell. */
  focus(cell) {
    const entry = this.cells.get(cell);
    if (!entry) return;
    this.#makeStop(cell);
    entry.group.focus({ preventScroll: true });
    this.viewport.reveal(this.#around(entry.spot));
  }

  #makeStop(cell) {
    for (const [name, { group }] of this.cells) group.setAttribute('tabindex', name === cell ? '0' : '-1');
  }

  #focused(target) {
    const cell = target.closest('[data-cell]')?.dataset.cell;
    if (!cell) return;
    if (this.cursor.cell !== cell) this.cursor.put(cell);
    this.#makeStop(cell);
    const { spot, group } = this.cells.get(cell);
    if (group.matches(':focus-visible')) {
      this.focusRing.setAttribute('points', scaled(this.shape.outline, 0.98));
      this.focusRing.setAttribute('transform', `translate(${spot.x} ${spot.y})`);
      this.layers.above.append(this.focusRing);
    }
    this.#openStack();
  }

  #hover(target) {
    const cell = target?.closest?.('[data-cell]')?.dataset.cell ?? null;
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.lingered = null;
    clearTimeout(this.lingering);
    this.lingering = setTimeout(() => {
      this.lingered = cell;
      this.#openStack();
    }, LINGER);
    this.#openStack();
  }

  /** Opens the stack under the pointer, the keyboard, or that is selected; of a piece
   *  alone, its name is shown when the pointer rests on it. */
  #openStack() {
    const focused = this.svg.contains(document.activeElement) ? document.activeElement.closest('[data-cell]')?.dataset.cell : null;
    const candidates = [this.hovered, focused, ...(this.scene?.selected ?? [])];
    const isOpen = (name) => this.cells.get(name)?.pieces.length > (name === this.lingered ? 0 : 1);
    const cell = candidates.find(isOpen);
    const entry = this.cells.get(cell);
    if (entry) this.stack.show(cell, entry.pieces, this.shape.tile, entry.group, this.element);
    else this.stack.hide();
  }

  /**
   * Draws a scene: `{view, selected, targets, starts, marks, lit, considering, options,
   * describe(cell, stack, signs)}`; all but the view are sets or lists of touches.
   */
  update(scene) {
    const before = this.scene;
    this.scene = scene;
    const { board, last } = scene.view;
    this.element.hidden = board.kind === 'none' || board.cells.length === 0;
    this.buttons.hidden = this.element.hidden;
    this.shape = { outline: board.outline, tile: board.kind === 'plane' };
    this.#layOut(board);
    const stacks = stacksOf(scene.view.pieces);
    const from = new Set(last?.from ?? []);
    for (const [cell, entry] of this.cells) {
      const signs = {
        shaded: entry.spot.shaded,
        selected: scene.selected.includes(cell),
        target: scene.targets.has(cell),
        start: scene.starts.has(cell),
        'last-from': from.has(cell),
        'last-to': last?.to === cell,
        considering: scene.considering === cell,
        option: scene.options.has(cell),
        marked: scene.marks.has(cell),
        lit: scene.lit.has(cell),
      };
      this.#drawCell(cell, entry, stacks.get(cell) ?? [], signs);
    }
    this.#countStacks();
    this.viewport.show(this.#bounds(board), { isPlane: board.kind === 'plane' });
    if (before && isNext(before.view, scene.view)) this.#moved(last);
    if (!this.cells.has(this.cursor.cell)) this.cursor.put(this.cells.keys().next().value ?? null);
    if (!this.svg.contains(document.activeElement)) this.#makeStop(this.cursor.cell);
    this.#openStack();
  }

  /** Cells from top to bottom, so that stacks rise over the cells behind them. Those
   *  that stay are not touched, so that the focus stays too. */
  #layOut(board) {
    const spots = [...board.cells].sort((one, other) => one.y - other.y || one.x - other.x);
    const names = new Set(spots.map(({ cell }) => cell));
    for (const [name, { group }] of this.cells) if (!names.has(name)) group.remove();
    const entries = new Map();
    let next = this.layers.cells.firstChild;
    for (const spot of spots) {
      const entry = this.cells.get(spot.cell) ?? this.#newCell(spot);
      entry.spot = spot;
      entry.group.setAttribute('transform', `translate(${spot.x} ${spot.y})`);
      entries.set(spot.cell, entry);
      if (entry.group === next) next = next.nextSibling;
      else this.layers.cells.insertBefore(entry.group, next);
    }
    this.cells = entries;
    this.layers.edges.replaceChildren(...board.edges.map(([[x1, y1], [x2, y2]]) => draw('line', { x1, y1, x2, y2 })));
    this.layers.labels.replaceChildren(...board.labels.map(({ x, y, text }) => draw('text', { x, y: y + 4.5, 'font-size': 13 }, text)));
  }

  #newCell(spot) {
    const ground = draw('polygon', { class: 'ground', points: scaled(this.shape.outline, 1) });
    // What they show is in the label of the cell.
    const pieces = draw('g', { 'aria-hidden': 'true' });
    const signs = draw('g', { class: 'signs', 'aria-hidden': 'true' });
    const group = draw('g', { role: 'button', tabindex: '-1', 'data-cell': spot.cell }, ground, pieces, signs);
    return { spot, group, layers: { pieces, signs }, pieces: [], drawn: '', signed: '' };
  }

  #drawCell(cell, entry, stack, signs) {
    entry.pieces = stack;
    const drawn = JSON.stringify(stack);
    if (drawn !== entry.drawn) {
      entry.drawn = drawn;
      entry.layers.pieces.replaceChildren(...stack.map((piece, level) => this.#piece(cell, piece, level === stack.length - 1)));
    }
    const names = Object.keys(signs).filter((name) => signs[name]);
    const signed = `${names.join(' ')} ${stack.length}`;
    if (signed !== entry.signed) {
      entry.signed = signed;
      entry.group.setAttribute('class', `cell ${names.join(' ')}${stack.length ? ' taken' : ''}`);
      entry.layers.signs.replaceChildren(...this.#signs(signs, stack.length));
      if (signs.selected) entry.group.setAttribute('aria-pressed', 'true');
      else entry.group.removeAttribute('aria-pressed');
    }
    const label = this.scene.describe(cell, stack, signs);
    if (entry.group.getAttribute('aria-label') !== label) entry.group.setAttribute('aria-label', label);
  }

  /** Only what lies on top can be read. */
  #piece(cell, piece, isTop) {
    const shape = pieceShape(isTop ? piece : { ...piece, text: '' }, this.shape);
    shape.setAttribute('data-piece', piece.text);
    shape.setAttribute('data-cell', cell);
    shape.setAttribute('transform', `translate(0 ${-RISE * piece.level})`);
    return shape;
  }

  /** How high stacks are, in front of all else. */
  #countStacks() {
    const room = inside(this.shape.outline);
    const counts = [...this.cells.values()].filter(({ pieces }) => pieces.length > 1).map(({ spot, pieces }) => {
      const at = { x: spot.x + room * 0.62, y: spot.y - RISE * (pieces.length - 1) - room * 0.6 };
      return draw('g', { class: 'count', transform: `translate(${at.x} ${at.y})` },
        draw('circle', { r: 8 }), draw('text', { y: 3.8, 'font-size': 11 }, String(pieces.length)));
    });
    this.layers.counts.replaceChildren(...counts);
  }

  /** Each sign has a shape of its own, so that none depends on colour alone. */
  #signs(signs, height) {
    const up = `translate(0 ${-RISE * Math.max(0, height - 1)})`;
    const room = inside(this.shape.outline);
    const outline = (name, part) => draw('polygon', { class: name, points: scaled(this.shape.outline, part), transform: up });
    const shapes = [];
    if (signs['last-from']) shapes.push(outline('sign-from', 0.84));
    if (signs['last-to']) shapes.push(outline('sign-to', 0.95));
    if (signs.start && height) shapes.push(outline('sign-start', 0.95));
    else if (signs.start) shapes.push(draw('circle', { class: 'sign-start-empty', r: room * 0.11 }));
    if (signs.option) shapes.push(draw('circle', { class: 'sign-option', r: room * 0.42, transform: up }));
    if (signs.considering) shapes.push(outline('sign-considering', 0.9));
    if (signs.marked) shapes.push(outline('sign-mark', 0.9), ...this.#corners(up, room));
    if (signs.lit) shapes.push(outline('sign-lit', 0.9));
    if (signs.selected) shapes.push(outline('sign-selected', 0.93));
    if (signs.target) {
      shapes.push(height
        ? draw('circle', { class: 'sign-take', r: room * 0.93, transform: up })
        : draw('circle', { class: 'sign-target', r: room * 0.28 }));
    }
    return shapes;
  }

  /** A mark has a small diamond at its top. */
  #corners(up, room) {
    const size = room * 0.22;
    return [draw('path', { class: 'sign-diamond', transform: `${up} translate(0 ${-room * 0.72})`, d: `M0 ${-size}L${size} 0 0 ${size} ${-size} 0z` })];
  }

  #around({ x, y }) {
    const across = this.shape.outline.map(([right]) => right);
    const down = this.shape.outline.map(([, below]) => below);
    return { left: x + Math.min(...across), right: x + Math.max(...across), top: y + Math.min(...down), bottom: y + Math.max(...down) };
  }

  #bounds(board) {
    const boxes = board.cells.map((spot) => this.#around(spot));
    const labels = board.labels.map(({ x, y }) => ({ left: x - 8, right: x + 8, top: y - 8, bottom: y + 8 }));
    const all = [...boxes, ...labels];
    const most = (pick, choose) => all.reduce((found, box) => choose(found, box[pick]), choose === Math.min ? Infinity : -Infinity);
    return { left: most('left', Math.min), top: most('top', Math.min), right: most('right', Math.max), bottom: most('bottom', Math.max) };
  }

  /** A piece has moved: into sight, and there from where it was. */
  #moved(last) {
    const target = this.cells.get(last?.to);
    if (!target) return;
    this.viewport.reveal(this.#around(target.spot));
    const source = this.cells.get(last.from[0]);
    const piece = target.pieces.at(-1);
    if (!source || !piece || source === target || isStill()) return;
    const flying = pieceShape(piece, this.shape);
    const shown = target.layers.pieces.querySelector(':scope > [data-piece]:last-of-type');
    this.layers.above.append(flying);
    shown?.classList.add('away');
    const at = ({ x, y }) => `translate(${x}px, ${y}px)`;
    const flight = flying.animate([{ transform: at(source.spot) }, { transform: at(target.spot) }], { duration: MOVE_TIME, easing: 'ease-in-out' });
    const land = () => {
      flying.remove();
      shown?.classList.remove('away');
    };
    flight.onfinish = land;
    flight.oncancel = land;
  }
}

/** The pieces of each cell, from the ground up. */
function stacksOf(pieces) {
  const stacks = new Map();
  for (const piece of [...pieces].sort((one, other) => one.level - other.level)) {
    const stack = stacks.get(piece.cell) ?? [];
    stack.push(piece);
    stacks.set(piece.cell, stack);
  }
  return stacks;
}

/** Whether a move has been made from the one to the other. */
function isNext(before, after) {
  return before !== after && after.last && JSON.stringify(before.pieces) !== JSON.stringify(after.pieces)
    && JSON.stringify(before.last) !== JSON.stringify(after.last);
}
