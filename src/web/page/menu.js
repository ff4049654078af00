// The menu: go on with a game, begin one, bring rules or a record along.

import { get, post, remove, tablePath } from './api.js';
import { announce, attempt } from './announce.js';
import { chooseNumber, confirm } from './dialogs.js';
import { button, byId, make, replace } from './dom.js';
import { fileButton, read } from './files.js';
import { checkRules, ownRules } from './own_rules.js';
import { tintDot } from './pieces.js';
import { preformatted } from './replies.js';
import * as route from './route.js';
import { seatKeys } from './storage.js';

export async function openMenu(main) {
  document.title = 'Hornet';
  byId('where').textContent = '';
  const [known, kept] = await Promise.all([attempt(() => get('/games')), attempt(() => get('/tables'))]);
  if (!known) {
    replace(main, make('section', { class: 'plain' }, make('h1', {}, 'Hornet'), make('p', {}, 'The server does not answer as it should.'), button('Try again', () => openMenu(main))));
    return;
  }
  replace(main, make('div', { class: 'menu' },
    make('h1', {}, 'Play, ask, change the rules'),
    kept?.tables.length ? tables(kept.tables) : null,
    games(known),
    bringRules(),
    bringRecord(),
    kept?.saved.length ? saved(kept.saved) : null));
}

function games({ games: all, chosen }) {
  const sorted = [...all].sort((one, other) => (other.id === chosen) - (one.id === chosen));
  const card = (game) => make('a', { class: game.id === chosen ? 'card chosen' : 'card', href: route.newGame(game.id), 'data-game': game.id },
    make('strong', {}, game.title),
    make('span', { class: 'sides-line' }, game.sides.map(({ side, tint }) => [tintDot(tint), side, ' '])),
    game.about ? make('span', { class: 'about' }, game.about) : null,
    game.from === 'folder' ? make('span', { class: 'faint' }, 'from your folder') : null,
    game.from === 'example' ? make('span', { class: 'faint' }, 'an example') : null);
  return make('section', { 'aria-labelledby': 'games-title' }, make('h2', { id: 'games-title' }, 'New game'), make('div', { class: 'cards', id: 'games' }, sorted.map(card)));
}

function when(milliseconds) {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

function tables(all) {
  const list = make('ul', { class: 'kept', id: 'tables' });
  const row = ({ id, title, game, moves, length, over, players, changed }) => {
    const words = movesWords(moves, over, length);
    const item = make('li', { 'data-table': id },
      make('a', { href: route.table(id) }, make('strong', {}, title), options(game), ` ${words}, ${players.join(' against ')}`),
      make('span', { class: 'faint' }, when(changed)),
      button('Delete', async () => {
        const isSure = await confirm('Delete this game?', `${title}, ${words}, is gone for good.`, 'Delete', { danger: true });
        if (!isSure) return;
        await attempt(async () => {
          const key = seatKeys.any(id);
          await remove(tablePath(id), key ? { 'x-seat-key': key } : {});
          item.remove();
          announce('deleted');
        });
      }, { class: 'small delete', 'aria-label': `Delete ${title}, ${game}, ${words}` }));
    return item;
  };
  list.append(...all.map(row));
  return make('section', { 'aria-labelledby': 'tables-title' }, make('h2', { id: 'tables-title' }, 'Continue'), list);
}

/** What was chosen with a game: of `hive+mlp`, `+mlp`. */
const options = (game) => /[+:].*$/.exec(game)?.[0] ?? null;

const counted = (moves) => `${moves} ${moves === 1 ? 'move' : 'moves'}`;

/** How far a game has come; `length` counts the moves that were taken back, too. */
function movesWords(moves, over, length = moves) {
  const far = moves === length ? counted(moves) : moves === 0 ? `at the start of ${counted(length)}` : `${moves} of ${counted(length)}`;
  return over ? `${far}, over` : far;
}

function saved(all) {
  const row = ({ id, game, moves, over, changed }) => make('li', { 'data-saved': id },
    button(`${game}, ${movesWords(moves, over)}`, () => attempt(() => begin({ saved: id })), { class: 'link' }),
    make('span', { class: 'faint' }, when(changed)));
  return make('section', { 'aria-labelledby': 'saved-title' }, make('h2', { id: 'saved-title' }, 'Games saved at the terminal'), make('ul', { class: 'kept', id: 'saved' }, all.map(row)));
}

/** Makes a table, and goes there. */
export async function begin(wanted) {
  const { id } = await post('/tables', wanted);
  route.go(route.table(id));
}

/** Opens a record, and asks which game of several is meant. */
export async function beginRecord(record) {
  try {
    await begin({ record });
  } catch (problem) {
    const { games, count } = problem.details ?? {};
    if (!games) throw problem;
    const number = await chooseNumber(`Which of these ${count} games?`, games, count);
    if (number !== null) await begin({ record, number });
  }
}

/** Opens rules of the user's own as a new game; what is wrong with them is shown. */
export async function bringFile(name, text, wrong) {
  try {
    await checkRules(name, text);
    route.go(route.newGame(`${ownRules.prefix}${name}`));
  } catch (problem) {
    showWrong(wrong, problem);
  }
}

function showWrong(wrong, problem) {
  replace(wrong, preformatted(problem.details?.diagnostics ?? problem.words ?? problem.message, { isWrong: true }));
  wrong.scrollIntoView({ block: 'nearest' });
  announce(problem.message);
}

const wrongBox = (id) => make('div', { id });

function bringRules() {
  const wrong = wrongBox('diagnostics');
  const text = make('textarea', { id: 'rules-text', rows: '6', spellcheck: 'false', 'aria-label': 'Text of the rules', placeholder: ':- title(…).' });
  return make('section', { 'aria-labelledby': 'rules-title' },
    make('h2', { id: 'rules-title' }, 'Rules of your own'),
    make('p', {}, 'Drop a rule file anywhere on this page, or'),
    make('div', { class: 'row' }, fileButton('Choose a rule file', 'rules-file', '.pl,.pro,.prolog,.txt,text/plain', async (file) => {
      const found = await attempt(() => read(file));
      if (found) await bringFile(found.name, found.text, wrong);
    })),
    make('details', {}, make('summary', {}, 'Paste the rules'), text,
      make('div', { class: 'row' }, button('Check and begin', () => bringFile('pasted.pl', text.value, wrong), { id: 'rules-paste', class: 'primary' }))),
    wrong);
}

function bringRecord() {
  const wrong = wrongBox('record-wrong');
  const text = make('textarea', { id: 'record-text', rows: '4', spellcheck: 'false', 'aria-label': 'Text of the record', placeholder: 'Base;InProgress;white[3];wS1;bG1 -wS1;…' });
  const load = async (record) => {
    try {
      replace(wrong);
      await beginRecord(record);
    } catch (problem) {
      showWrong(wrong, problem);
    }
  };
  return make('section', { 'aria-labelledby': 'record-title' },
    make('h2', { id: 'record-title' }, 'Load a game'),
    make('p', {}, 'A game file, a GameString, PGN or SGF: drop it on this page, choose it, or paste it.'),
    make('div', { class: 'row' }, fileButton('Choose a record', 'record-file', '.game,.pgn,.sgf,.txt,text/plain', async (file) => {
      const found = await attempt(() => read(file));
      if (found) await load(found.text);
    })),
    make('details', { id: 'record-details' }, make('summary', {}, 'Paste a record'), text, make('div', { class: 'row' }, button('Load', () => load(text.value), { id: 'record-load', class: 'primary' }))),
    wrong);
}
