// Begins here: shows the page that the address names, and what is the same everywhere.

import { get } from './api.js';
import { attempt, note } from './announce.js';
import { byId } from './dom.js';
import { isRules, onDrop, read } from './files.js';
import { showHelp } from './help.js';
import { beginRecord, bringFile, openMenu } from './menu.js';
import { openNewGame } from './new_game.js';
import * as route from './route.js';
import { openTable } from './table_page.js';
import { startTheme } from './theme.js';

const main = byId('main');
let close = () => {};
let visit = 0;

async function show() {
  visit += 1;
  const own = visit;
  close();
  close = () => {};
  const where = route.parse(location.hash);
  document.body.dataset.page = where.page;
  if (where.page === 'menu') await openMenu(main);
  else if (where.page === 'new') await openNewGame(main, where);
  else {
    const closeTable = await openTable(main, where);
    // Meanwhile one may have gone elsewhere.
    if (own === visit) close = closeTable;
    else closeTable();
  }
}

/** Rules that are wrong are told on the menu, where there is room for it. */
async function dropped(file) {
  const found = await attempt(() => read(file));
  if (!found) return;
  if (!isRules(found.name)) {
    await attempt(() => beginRecord(found.text));
    return;
  }
  if (document.body.dataset.page !== 'menu') {
    close();
    close = () => {};
    history.pushState(null, '', route.menu());
    document.body.dataset.page = 'menu';
    await openMenu(main);
  }
  await bringFile(found.name, found.text, byId('diagnostics'));
}

/** Whoever comes without naming a page, to a server started with a game, gets that game. */
async function welcome() {
  if (location.hash) return;
  const known = await attempt(() => get('/games'));
  if (known?.chosen) history.replaceState(null, '', route.newGame(known.chosen));
}

startTheme(byId('theme'));
byId('help').addEventListener('click', showHelp);
byId('skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
document.addEventListener('keydown', (event) => {
  if (event.key === '?' && !event.target.matches?.('input, textarea, select, dialog *')) showHelp();
});
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  note(`Something went wrong on this page: ${event.reason?.message ?? event.reason}`, { error: true });
});
addEventListener('hashchange', show);
onDrop(dropped);
await welcome();
await show();
