// The moves so far, with variations set in below the move they are instead of. A click
// looks back; the game goes on meanwhile.

import { attempt } from './announce.js';
import { confirm } from './dialogs.js';
import { button, make, replace, whenChanged } from './dom.js';
import { tintDot } from './pieces.js';

/** Of a line that is long, this many moves are shown on either side. */
const NEAR = 120;

export function history(table) {
  const list = make('div', { id: 'history', class: 'history', role: 'group', 'aria-label': 'Moves', onkeydown: (event) => {
    const step = { ArrowLeft: 'before', ArrowRight: 'after', ArrowUp: 'before', ArrowDown: 'after', Home: 'first', End: 'last' }[event.key];
    if (!step) return;
    event.preventDefault();
    walk(table, step).then(() => list.querySelector('[aria-current]')?.focus());
  } });

  const look = (node) => attempt(() => table.lookAt(node));

  function move(node, tints, shown, at) {
    return button([
      node.number ? [make('span', { class: 'number', 'aria-hidden': 'true' }, `${node.number}.`), make('span', { class: 'unseen' }, `Move ${node.number}, ${node.side ? `${node.side}: ` : ''}`)] : null,
      node.side ? tintDot(tints.get(node.side)) : null,
      node.node === at && node.node !== shown ? make('span', { class: 'here', role: 'img', 'aria-label': 'the game stands here,' }, '●') : null,
      node.move || 'Start',
    ], () => look(node.node), {
      class: 'move',
      'data-node': node.node,
      'aria-current': node.node === shown ? 'true' : null,
      title: node.comment ?? null,
    });
  }

  function written(node, options) {
    const remarks = [node.comment, node.settled].filter(Boolean).map((words) => make('span', { class: 'comment' }, words));
    return [move(node, options.tints, options.shown, options.at), ...remarks];
  }

  /** A line of moves from a node on; what else was played in place of one is set in
   *  below it. Of a long line, what is near to the move shown. */
  function line(first, tree, options) {
    const moves = tree.lineFrom(first);
    const middle = Math.max(0, moves.findIndex(({ node }) => node === options.shown));
    const from = moves.length > 2 * NEAR ? Math.max(0, Math.min(middle - NEAR, moves.length - 2 * NEAR)) : 0;
    const to = Math.min(moves.length, from + 2 * NEAR);
    const more = (words, next) => button(words, () => look(next.node), { class: 'move more-moves' });
    return make('div', { class: 'line' },
      from > 0 ? more(`… ${from} before`, moves[from - 1]) : null,
      moves.slice(from, to).map((node) => {
        const isFirst = node === first;
        const others = isFirst ? [] : tree.childrenOf(node.parent).slice(1);
        return [written(node, options), others.map((other) => variation(other, tree, options))];
      }),
      to < moves.length ? more(`… ${moves.length - to} more`, moves[to]) : null);
  }

  function variation(node, tree, options) {
    const holdsTable = options.path.has(node.node);
    const drop = button('✕', async () => {
      const sure = await confirm('Remove this variation?', `${node.move} and what follows it is dropped.`, 'Remove', { danger: true });
      if (sure) attempt(() => table.removeNode(node.node));
    }, { class: 'quiet small', 'aria-label': `Remove the variation ${node.move}`, 'data-remove': node.node });
    return make('div', { class: 'variation', role: 'group', 'aria-label': `Variation ${node.move}` }, line(node, tree, options), holdsTable ? null : drop);
  }

  const update = whenChanged((version, shown) => {
    const { tree: nodes, line: mainLine, at, sides } = table.state;
    const tree = treeOf(nodes, mainLine);
    const tints = new Map(sides.map(({ side, tint }) => [side, tint]));
    const path = tree.pathTo(at);
    replace(list, tree.root ? line(tree.root, tree, { tints, shown, at, path }) : null);
    const current = list.querySelector('[aria-current]');
    // After the next frame: to ask for places before it would have all laid out twice.
    requestAnimationFrame(() => setTimeout(() => {
      if (current) list.scrollTop = Math.max(0, current.offsetTop - list.clientHeight / 2);
    }));
  });

  return {
    element: list,
    update: () => update(table.state.version, table.node),
  };
}

function treeOf(nodes, mainLine) {
  const isMain = new Set(mainLine);
  const known = new Map(nodes.map((node) => [node.node, node]));
  const children = new Map();
  for (const node of nodes) {
    if (node.parent === null || node.parent === undefined) continue;
    const siblings = children.get(node.parent) ?? [];
    if (isMain.has(node.node)) siblings.unshift(node);
    else siblings.push(node);
    children.set(node.parent, siblings);
  }
  return {
    root: nodes.find(({ parent }) => parent === null || parent === undefined),
    childrenOf: (node) => children.get(node) ?? [],
    /** A node and the moves that follow it, without variations. */
    lineFrom(first) {
      const moves = [];
      for (let node = first; node; [node] = children.get(node.node) ?? []) moves.push(node);
      return moves;
    },
    pathTo(node) {
      const path = new Set();
      for (let at = known.get(node); at; at = known.get(at.parent)) path.add(at.node);
      return path;
    },
  };
}

/** Looks one move before or after what is shown, or at the first or last of its line. */
export async function walk(table, step) {
  if (table.mode === 'setup') return;
  const { tree: nodes, line } = table.state;
  const tree = treeOf(nodes, line);
  const shown = nodes.find(({ node }) => node === table.node);
  const target = {
    before: () => nodes.find(({ node }) => node === shown?.parent),
    after: () => tree.childrenOf(shown?.node)[0],
    first: () => tree.root,
    last: () => tree.lineFrom(shown ?? tree.root).at(-1),
  }[step]();
  if (target && target !== shown) await attempt(() => table.lookAt(target.node));
}
