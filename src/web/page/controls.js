// The buttons for a game: back and forth, hint, what if, giving up, agreeing.

import { post } from './api.js';
import { announce, attempt } from './announce.js';
import { choose, confirm } from './dialogs.js';
import { button, make } from './dom.js';

const HINT_SECONDS = 1;

export function controls(table) {
  const send = (rest, body = {}) => attempt(async () => {
    table.backToGame();
    await table.change(rest, { ...body, key: table.key(table.state.waits_for?.side) });
  });

  async function hint() {
    const wanted = buttons.hint;
    wanted.disabled = true;
    if (table.mode === 'what-if') table.backToGame();
    announce('Thinking of a hint');
    const found = await attempt(() => post(table.path('/hint'), { seconds: HINT_SECONDS, node: table.node }));
    wanted.disabled = false;
    if (!found) return;
    table.hint = found;
    announce(found.words.split('\n', 1)[0]);
    table.changed();
  }

  async function resign() {
    const sides = table.state.sides.map(({ side }) => side).filter((side) => table.mayMoveFor(side));
    const own = sides.filter((side) => table.sideOf(side).player === 'human');
    const who = own.length > 0 ? own : sides;
    const which = who.length === 1 ? 0 : await choose('Who resigns?', who);
    if (which < 0) return;
    const side = who[which];
    const isSure = await confirm(`${side} resigns?`, 'The game ends. Undo takes it back.', 'Resign', { danger: true });
    if (isSure) await attempt(() => table.change('/resign', { side, key: table.key(side) }));
  }

  async function agree() {
    if (await confirm('Agree to a draw?', 'The game ends. Undo takes it back.', 'Agree')) send('/agree-draw');
  }

  const buttons = {
    undo: button('↶ Undo', () => send('/undo'), { id: 'undo', title: 'Back to the last turn of a person' }),
    redo: button('↷ Redo', () => send('/redo'), { id: 'redo' }),
    hint: button('Hint', hint, { id: 'hint' }),
    whatIf: button('What if', () => (table.mode === 'what-if' ? table.backToGame() : table.suppose()), { id: 'what-if', title: 'Try moves without playing them' }),
    restart: button('Restart', () => send('/restart'), { id: 'restart', title: 'Back to the first position; the moves are kept' }),
    resign: button('Resign', resign, { id: 'resign' }),
    agree: button('Agree a draw', agree, { id: 'agree-draw' }),
  };

  return {
    element: make('div', { class: 'row', role: 'group', 'aria-label': 'Moves' }, Object.values(buttons)),
    update() {
      const { state, mode } = table;
      const root = state.tree.find(({ parent }) => parent === null || parent === undefined);
      const isAtRoot = state.at === root?.node;
      const isSetup = mode === 'setup';
      const isOver = Boolean(state.view.outcome);
      buttons.undo.disabled = isAtRoot && !isOver || isSetup;
      buttons.restart.disabled = buttons.undo.disabled;
      buttons.redo.disabled = isSetup || !state.tree.some(({ parent }) => parent === state.at);
      buttons.hint.disabled = isSetup || Boolean(table.view.outcome);
      buttons.whatIf.disabled = isSetup;
      buttons.whatIf.setAttribute('aria-pressed', String(mode === 'what-if'));
      buttons.resign.disabled = isSetup || isOver;
      buttons.agree.disabled = isSetup || isOver;
      buttons.agree.hidden = state.sides.length < 2;
    },
  };
}
