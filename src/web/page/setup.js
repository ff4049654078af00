// Sets up a position: choose a piece, touch a cell. The rules say what is wrong with
// the position so far.

import { post } from './api.js';
import { announce, attempt, note } from './announce.js';
import { button, make, replace, whenChanged } from './dom.js';
import { pieceIcon } from './pieces.js';
import { go, table as tableRoute } from './route.js';
import { thingAt } from './touching.js';

const REMOVE = 'remove {cell}';

/** Closes the note that a piece is to be chosen, if there is one. */
let closeAdvice = () => {};

/** Begins to set up a position from the one that is shown. */
export async function beginSetup(table) {
  table.backToGame();
  await steps(table, ['here']);
}

async function steps(table, wanted) {
  const answer = await post(table.path('/setup'), { steps: wanted, key: table.key() });
  if (answer.version !== undefined) table.receive(answer);
  else go(tableRoute(answer.id));
}

/** A cell was touched while a position is set up, or a piece in a hand, which chooses it. */
export async function paint(table, cell) {
  if (!table.view.board.cells.some((known) => known.cell === cell)) {
    chooseHeld(table, cell);
    return;
  }
  if (!table.brush) {
    closeAdvice();
    closeAdvice = note('Choose a piece below the board first, or Remove.');
    return;
  }
  await attempt(() => steps(table, [table.brush.replaceAll('{cell}', cell)]));
}

function chooseBrush(table, put, name) {
  table.brush = put;
  closeAdvice();
  if (put) announce(`${name}: touch cells`);
  table.changed();
}

/** Chooses the piece of the palette that looks like one in a hand. */
function chooseHeld(table, touch) {
  const held = thingAt(table.view, touch);
  const isLike = (piece) => ['name', 'text', 'tint'].every((key) => piece[key] === held?.[key]);
  const like = table.state.setup.palette.find(isLike);
  if (like) chooseBrush(table, like.put, like.name);
}

/** A shape says what it is by itself; a disc needs its name beside it. */
function paletteItem(piece, isTile) {
  return piece.art
    ? [pieceIcon(piece, { tile: isTile }), make('span', { class: 'unseen' }, piece.name)]
    : [pieceIcon({ ...piece, text: '' }, { tile: isTile, size: 26 }), piece.name];
}

export function setupPanel(table) {
  const palette = make('div', { id: 'palette', class: 'hand-items', role: 'group', 'aria-label': 'Pieces to put' });
  const turn = make('span', { class: 'row' });
  const problems = make('ul', { id: 'setup-problems', class: 'problems' });
  const send = (...wanted) => attempt(() => steps(table, wanted));
  const done = button('Done: play from here', () => send('done'), { id: 'setup-done', class: 'primary' });
  const element = make('section', { id: 'setup-panel', class: 'setup', 'aria-label': 'Set up a position', hidden: true },
    make('h2', {}, 'Set up a position'),
    palette,
    make('div', { class: 'row' },
      button('Empty board', () => send('empty'), { id: 'setup-empty' }),
      button('First position', () => send('start'), { id: 'setup-start' }),
      turn),
    problems,
    make('div', { class: 'row' }, done, button('Cancel', () => send('cancel'), { id: 'setup-cancel' })));

  const choose = (put, name) => chooseBrush(table, table.brush === put ? null : put, name);

  const updatePalette = whenChanged((pieces, isTile, brush) => {
    const items = pieces.map((piece) => button(paletteItem(piece, isTile), () => choose(piece.put, piece.name), {
      class: brush === piece.put ? 'hand-item selected' : 'hand-item',
      'data-put': piece.put,
      'data-key': piece.put,
      'aria-pressed': String(brush === piece.put),
      title: piece.name,
    }));
    replace(palette, items, button('Remove', () => choose(REMOVE, 'Remove'), { id: 'setup-remove', 'aria-pressed': String(brush === REMOVE) }));
  });

  const updateTurn = whenChanged((turns, now) => {
    const select = make('select', { id: 'setup-turn', onchange: () => send(`turn ${select.value}`) }, turns.map((side) => make('option', { value: side }, side)));
    if (now) select.value = now;
    replace(turn, turns.length ? make('label', {}, 'To move: ', select) : null);
  });

  const updateProblems = whenChanged((wrong, isReady) => {
    replace(problems, wrong.map((words) => make('li', {}, words)));
    done.disabled = !isReady;
    if (wrong.length) announce(wrong.join('; '));
  });

  return {
    element,
    update() {
      const draft = table.state.setup;
      element.hidden = !draft;
      if (!draft) {
        table.brush = null;
        closeAdvice();
        return;
      }
      updatePalette(draft.palette, draft.view.board.kind === 'plane', table.brush);
      updateTurn(draft.turns, draft.view.turn);
      updateProblems(draft.problems, draft.ready);
    },
  };
}
