// One table as this window sees it: what the server says of it, and what is only here:
// a look back, a "what if", what has been touched so far, marks, a refusal. Everything
// that shows some of it watches, and is told when it changes.

import { Problem, events, get, post, remove, tablePath } from './api.js';
import { announce, note } from './announce.js';
import { seatKeys } from './storage.js';

export class Table {
  constructor(id) {
    this.id = id;
    this.state = null;
    /** The view of an earlier node that one looks back at. */
    this.lookback = null;
    /** What if: `{node, moves, view}`. */
    this.supposed = null;
    /** What has been touched so far of the move to come. */
    this.touched = [];
    /** Cells to point out: `{words, cells}`. */
    this.marks = null;
    /** Cells to light up while the pointer is on something that is about them. */
    this.lit = [];
    /** Why something cannot be done: `{words, text, reasons, cells, question}`. */
    this.refusal = null;
    /** What a machine thinks of playing, shown shortly before it does. */
    this.considering = null;
    this.thinking = null;
    this.hint = null;
    /** What a click on the board puts while a position is set up. */
    this.brush = null;
    this.isOnline = true;
    this.isClosed = false;
    this.isBusy = false;
    this.watchers = new Set();
    this.isTelling = false;
  }

  // Watching

  watch(watcher) {
    this.watchers.add(watcher);
  }

  /** Tells all who watch, once for all changes that are made together. */
  changed() {
    if (this.isTelling) return;
    this.isTelling = true;
    queueMicrotask(() => {
      this.isTelling = false;
      if (this.state && !this.isClosed) for (const watcher of this.watchers) watcher(this);
    });
  }

  // What is shown

  /** 'setup', 'what-if', 'back', or 'live'. */
  get mode() {
    if (this.state.setup) return 'setup';
    if (this.supposed) return 'what-if';
    return this.lookback ? 'back' : 'live';
  }

  get view() {
    switch (this.mode) {
      case 'setup': return this.state.setup.view;
      case 'what-if': return this.supposed.view;
      case 'back': return this.lookback;
      default: return this.state.view;
    }
  }

  /** The node of the tree that is shown. */
  get node() {
    return this.mode === 'back' ? this.lookback.node : this.state.at;
  }

  sideOf(name) {
    return this.state.sides.find(({ side }) => side === name);
  }

  /** Whether this window may move for a side. */
  mayMoveFor(name) {
    const side = this.sideOf(name);
    return !side || !side.taken || seatKeys.of(this.id, name) !== undefined;
  }

  /** Whether whoever is at this window is to move. */
  get isOwnTurn() {
    const { waits_for: waits } = this.state;
    if (this.mode !== 'live') return this.mode !== 'setup';
    return !waits || (waits.who === 'human' && this.mayMoveFor(waits.side));
  }

  /** The key to send along, if a seat was taken here: that of the side to move first. */
  key(preferred = this.view.turn) {
    const held = this.state.sides.map(({ side }) => side).filter((side) => seatKeys.of(this.id, side) !== undefined);
    return seatKeys.of(this.id, held.includes(preferred) ? preferred : held[0]);
  }

  // With the server

  path(rest) {
    return tablePath(this.id, rest);
  }

  async open() {
    this.receive(await get(this.path('')));
    this.#listen();
  }

  #listen() {
    this.stream = events(this.id);
    let wasLost = false;
    this.stream.addEventListener('error', () => {
      wasLost = true;
      this.isOnline = false;
      this.changed();
    });
    this.stream.addEventListener('open', () => {
      this.isOnline = true;
      this.changed();
    });
    this.stream.addEventListener('state', ({ data }) => {
      // A server that was started anew may count from the beginning.
      this.receive(JSON.parse(data), { evenIfOld: wasLost });
      wasLost = false;
    });
    this.stream.addEventListener('thinking', ({ data }) => {
      this.thinking = JSON.parse(data);
      this.changed();
    });
    this.stream.addEventListener('considering', ({ data }) => {
      this.considering = JSON.parse(data);
      this.changed();
    });
    this.stream.addEventListener('closed', () => {
      note('This table is gone.', { error: true });
      this.stream.close();
      this.isOnline = false;
      this.changed();
    });
  }

  close() {
    this.isClosed = true;
    this.stream?.close();
  }

  /** Takes a state in, unless it is older than what is known. */
  receive(state, { evenIfOld = false } = {}) {
    const before = this.state;
    if (before && state.version <= before.version && !evenIfOld) return;
    this.state = state;
    this.thinking = state.thinking;
    if (this.lookback?.node === state.at) this.lookback = null;
    if (!before || state.at !== before.at || Boolean(state.setup) !== Boolean(before.setup)) this.#arrived(before);
    this.changed();
  }

  #arrived(before) {
    this.considering = null;
    this.hint = null;
    if (this.mode === 'live') this.forget();
    if (!before) return;
    const { view, tree, at } = this.state;
    const made = tree.find(({ node }) => node === at);
    const isNew = made && !before.tree.some(({ node }) => node === at);
    if (isNew && made.side) announce(`${made.side}: ${made.move}`);
    announce(view.outcome?.words ?? view.standing);
  }

  /** Puts away what was about the position before. */
  forget() {
    this.touched = [];
    this.marks = null;
    this.lit = [];
    this.refusal = null;
    this.hint = null;
    this.changed();
  }

  /** Asks the server to change something; it answers with the new state. */
  async change(rest, body = {}) {
    const state = await post(this.path(rest), body);
    if (state.version !== undefined) this.receive(state);
    return state;
  }

  async removeNode(node) {
    const key = this.key();
    this.receive(await remove(this.path(`/nodes/${node}`), key ? { 'x-seat-key': key } : {}));
    if (this.lookback && !this.state.tree.some((known) => known.node === this.lookback.node)) this.backToGame();
  }

  // Looking back, and ahead

  async lookAt(node) {
    if (this.supposed) this.supposed = null;
    if (node === this.state.at) return this.backToGame();
    const view = await get(this.path(`/view?node=${node}`));
    this.lookback = view;
    this.forget();
    const { move, number } = this.state.tree.find((known) => known.node === node) ?? {};
    announce(`${number ? `Move ${number}, ${move}` : 'The start'}. ${view.standing}`);
    return undefined;
  }

  backToGame() {
    this.lookback = null;
    this.supposed = null;
    this.forget();
  }

  /** Begins to suppose moves, from what is shown. */
  suppose() {
    this.supposed = { node: this.node, moves: [], view: this.view };
    this.forget();
  }

  /** Supposes these moves in place of those before. */
  async supposeMoves(moves) {
    const { node } = this.supposed;
    const { view, moves: known } = await post(this.path('/what-if'), { node, moves });
    this.supposed = { node, moves: known ?? moves, view };
    this.forget();
    announce(`What if: ${this.supposed.moves.join(', ') || 'nothing yet'}. ${view.outcome?.words ?? view.standing}`);
  }

  // Pointing out

  light(cells) {
    this.lit = cells;
    this.changed();
  }

  mark(cells, words) {
    this.marks = cells.length ? { cells, words } : null;
    this.changed();
  }

  refuse(refusal) {
    this.refusal = refusal;
    announce(refusal.words);
    this.changed();
  }

  /** Shows what the server had against something. */
  refuseFor(problem, question) {
    if (!(problem instanceof Problem)) throw problem;
    const { reasons = [], cells = [], move } = problem.details;
    // Only what the rules refuse can be explained by them.
    this.refuse({ words: problem.words, move, reasons, cells, question: problem.code === 'refused' ? question : null });
  }
}
