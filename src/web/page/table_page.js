// The page of a table: board, game and ask, put together.

import { get } from './api.js';
import { announce, attempt, note } from './announce.js';
import { askPanel } from './ask.js';
import { banner } from './banner.js';
import { Board } from './board.js';
import { controls } from './controls.js';
import { describe } from './describe.js';
import { button, byId, make, replace } from './dom.js';
import { hands } from './hands.js';
import { history, walk } from './history.js';
import { machines } from './machines.js';
import { players, takeSeat } from './players.js';
import * as route from './route.js';
import { saving } from './saving.js';
import { selectionPanel } from './selection.js';
import { beginSetup, paint, setupPanel } from './setup.js';
import { statusPanel } from './status.js';
import { seatKeys } from './storage.js';
import { Table } from './table.js';
import { tabs } from './tabs.js';
import { deselect, possible, touch, whyNot } from './touching.js';

/** Opens a table. Gives a function that closes it. */
export async function openTable(main, { id, take }) {
  if (take) {
    await arrive(id, take);
    return () => {};
  }
  const table = new Table(id);
  try {
    await table.open();
  } catch (problem) {
    const isGone = problem.code === 'not_found';
    replace(main, make('section', { class: 'plain' },
      make('h1', {}, isGone ? 'No such table' : 'The table cannot be opened'),
      make('p', {}, isGone ? 'It may have been deleted. The main menu lists all tables.' : problem.words),
      make('a', { href: route.menu(), class: 'button' }, 'Main menu')));
    return () => {};
  }
  return assemble(main, table);
}

/** Takes the seat that a link offers, then goes on to the table. */
async function arrive(id, side) {
  if (seatKeys.of(id, side) === undefined) {
    await attempt(async () => {
      await takeSeat(id, side);
      note(`You play ${side}.`);
    });
  }
  route.go(route.table(id), { instead: true });
}

function assemble(main, table) {
  let isAskingWhyNot = false;
  const setAsking = (isOn) => {
    isAskingWhyNot = isOn;
    if (isOn) announce('Touch the cell you ask about');
    table.changed();
  };

  const does = {
    touch(where) {
      if (table.mode === 'setup') return paint(table, where);
      if (!isAskingWhyNot) return touch(table, where);
      setAsking(false);
      return whyNot(table, where);
    },
    hold: (where) => whyNot(table, where),
    escape() {
      if (isAskingWhyNot) setAsking(false);
      else deselect(table);
    },
    canDrag: (where) => table.mode !== 'setup' && !table.isBusy && possible(table.view.actions, [where]).next.size > 0,
    dragFrom(where) {
      table.refusal = null;
      table.touched = [where];
      table.changed();
    },
    drop(from, to) {
      does.dragFrom(from);
      return touch(table, to);
    },
  };

  const board = new Board(does);
  const handStrips = hands(table, does);
  const status = statusPanel();
  const banners = banner(table);
  const ask = askPanel(table, { show: () => parts.show('ask') });
  const selection = selectionPanel(table, { openRule: ask.openRule, openWhy: ask.openWhy, pickWhyNot: setAsking });
  const setup = setupPanel(table);
  const game = {
    controls: controls(table),
    machines: machines(table),
    players: players(table),
    history: history(table),
    saving: saving(table),
  };
  const setupButton = button('Set up a position', () => attempt(() => beginSetup(table)), { id: 'setup' });

  const gamePart = make('section', { class: 'part game', id: 'part-game' },
    make('h2', {}, 'Game'),
    game.controls.element,
    make('h3', {}, 'Moves'), game.history.element, selection.moves,
    make('h3', {}, 'Players'), game.players.element, game.machines.element,
    make('h3', {}, 'This game'), game.saving.element,
    make('div', { class: 'row' }, setupButton,
      button('New game', () => attempt(() => again(table)), { id: 'new-game' }),
      make('a', { class: 'button', id: 'main-menu', href: route.menu() }, 'Main menu')));
  const askPart = make('section', { class: 'part', id: 'part-ask' }, make('h2', {}, 'Ask'), ask.element);
  const parts = tabs('Parts', [{ id: 'game', title: 'Game', element: gamePart }, { id: 'ask', title: 'Ask', element: askPart }]);
  parts.bar.classList.add('part-tabs');

  replace(main, make('h1', { class: 'unseen' }, table.state.title), make('div', { class: 'table' },
    make('section', { class: 'part board-part', 'aria-label': 'Board' },
      banners.remarks, make('div', { class: 'status-line' }, status.element, board.buttons), handStrips.far, board.element, handStrips.near, setup.element,
      make('div', { class: 'below-board' }, status.captions, banners.element, status.waiting, selection.element)),
    make('div', { class: 'sides' }, parts.bar, gamePart, askPart)));

  function scene() {
    const { view, touched } = table;
    const isSetup = table.mode === 'setup';
    const isIdle = touched.length === 0;
    const next = possible(view.actions, touched).next;
    return {
      view,
      selected: touched,
      targets: isSetup || isIdle ? new Set() : next,
      starts: isIdle && table.isOwnTurn ? next : new Set(),
      marks: new Set([...(table.marks?.cells ?? []), ...(table.refusal?.cells ?? []), ...(table.hint?.touches ?? [])]),
      lit: new Set(table.lit),
      considering: table.mode === 'live' ? table.considering?.touch : null,
      options: new Set(table.mode === 'live' ? table.considering?.cells ?? [] : []),
      describe,
    };
  }

  const panels = [handStrips, status, banners, setup, ...Object.values(game), ask];
  table.watch(() => {
    if (table.touched.length === 0) isAskingWhyNot = false;
    board.update(scene());
    for (const panel of panels) panel.update(table);
    selection.update(isAskingWhyNot);
    main.dataset.mode = table.mode;
    setupButton.disabled = table.mode === 'setup';
    top(table);
  });
  table.changed();
  if (table.state.is_game === false) parts.show('ask');

  const onKey = (event) => shortcut(event, table, does, { board, ask });
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('keydown', onKey);
    delete main.dataset.mode;
    replace(byId('badges'));
    table.close();
  };
}

/** A new game of the same kind; of rules that only this table has, the menu. */
async function again(table) {
  const { games } = await get('/games');
  const [name] = table.state.game.split(/[+:]/);
  const known = games.find(({ id }) => id === table.state.game || id === name);
  route.go(known ? route.newGame(known.id) : route.menu());
}

/** The line at the top of the window. */
function top(table) {
  const { title, by_the_book: isBook } = table.state;
  document.title = `${title} – Hornet`;
  byId('where').textContent = title;
  replace(byId('badges'),
    isBook ? null : make('span', { class: 'change-mark', id: 'rules-changed' }, 'rules changed'),
    table.isOnline ? null : make('span', { class: 'change-mark', id: 'offline' }, 'no connection'));
}

const isTyping = (element) => element?.matches?.('input, textarea, select, dialog *');

function shortcut(event, table, does, { board, ask }) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape' && !isTyping(event.target)) does.escape();
  if (isTyping(event.target)) return;
  const known = {
    '[': () => walk(table, 'before'),
    ']': () => walk(table, 'after'),
    '{': () => walk(table, 'first'),
    '}': () => walk(table, 'last'),
    b: () => board.focus(board.cursor.cell),
    '/': () => ask.focus(),
    u: () => byId('undo').click(),
    r: () => byId('redo').click(),
    h: () => byId('hint').click(),
    f: () => board.viewport.fit(),
    '+': () => board.viewport.zoom(1.25),
    '-': () => board.viewport.zoom(0.8),
  }[event.key];
  if (!known) return;
  event.preventDefault();
  known();
}
