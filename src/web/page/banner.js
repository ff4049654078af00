// Says that what the board shows is not the game as it stands: a look back, a what if,
// or a position that is being set up; and remarks of the server's.

import { attempt } from './announce.js';
import { button, make, replace, whenChanged } from './dom.js';
import { session } from './storage.js';

export function banner(table) {
  const element = make('div', { id: 'banner' });
  const notes = make('div', { id: 'remarks' });

  const lookback = (node) => {
    const { number, move } = node ?? {};
    const what = number ? `Looking at move ${number}: ${move}` : 'Looking at the start';
    return [
      make('span', {}, what),
      button('Back to the game', () => table.backToGame(), { id: 'back-to-game' }),
      button('Play on from here', () => attempt(async () => {
        const target = table.lookback.node;
        table.lookback = null;
        await table.change('/goto', { node: target, key: table.key() });
      }), { id: 'play-on' }),
    ];
  };

  const supposed = (moves) => [
    make('span', {}, moves.length ? `What if: ${moves.join(', ')}` : 'What if: nothing is played. Make moves for both sides.'),
    moves.length ? button('Take one back', () => attempt(() => table.supposeMoves(moves.slice(0, -1))), { id: 'what-if-back' }) : null,
    moves.length ? button('Play these', () => attempt(() => playSupposed(table)), { id: 'what-if-play' }) : null,
    button('Leave it', () => table.backToGame(), { id: 'what-if-leave' }),
  ];

  const update = whenChanged((mode, node, moves) => {
    const content = { back: () => lookback(node), 'what-if': () => supposed(moves) }[mode];
    element.className = content ? `banner ${mode}` : '';
    replace(element, content ? content() : []);
  });

  const updateNotes = whenChanged((remarks) => {
    const fresh = remarks.filter((words) => !session.get(`remark.${table.id}.${words}`));
    replace(notes, fresh.map((words) => {
      const box = make('div', { class: 'banner remark' }, make('span', {}, words));
      box.append(button('✕', () => {
        session.set(`remark.${table.id}.${words}`, true);
        box.remove();
      }, { class: 'quiet', 'aria-label': 'Close this remark' }));
      return box;
    }));
  });

  return {
    element,
    remarks: notes,
    update() {
      const node = table.mode === 'back' ? table.state.tree.find((known) => known.node === table.lookback.node) : null;
      update(table.mode, node, table.supposed?.moves ?? []);
      updateNotes(table.state.notes ?? []);
    },
  };
}

/** Plays what was supposed, one move after another. */
async function playSupposed(table) {
  const { node, moves } = table.supposed;
  table.backToGame();
  let from = node;
  for (const move of moves) {
    const state = await table.change('/moves', { move, node: from, key: table.key() });
    from = state.at;
  }
}
