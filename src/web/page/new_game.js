// A new game: its options, and who plays.

import { get } from './api.js';
import { attempt } from './announce.js';
import { byId, make, replace } from './dom.js';
import { begin } from './menu.js';
import { ownRules } from './own_rules.js';
import { pieceIcon } from './pieces.js';
import { playerChoice, usualPlayer } from './player_choice.js';
import { preformatted } from './replies.js';
import * as route from './route.js';
import { local } from './storage.js';

async function find(id) {
  const own = ownRules.of(id);
  if (own) return own;
  const known = await attempt(() => get('/games'));
  return { game: known?.games.find((game) => game.id === id), warnings: [] };
}

export async function openNewGame(main, { game: id }) {
  const { game, warnings, name, text } = await find(id);
  if (!game) {
    replace(main, make('section', { class: 'plain' }, make('h1', {}, 'No such game'), make('p', {}, id), make('a', { class: 'button', href: route.menu() }, 'Main menu')));
    return;
  }
  document.title = `${game.title} – Hornet`;
  byId('where').textContent = game.title;
  const before = local.get(`players.${id}`) ?? [];
  const players = game.sides.map(({ side }, number) => playerChoice(side, before[number] ?? usualPlayer(game, number), game));
  const options = (game.options ?? []).map((option) => optionField(option));

  const start = async (event) => {
    event.preventDefault();
    const chosen = Object.fromEntries(options.map(({ name: option, select }) => [option, select.value]));
    const wanted = { options: chosen, players: players.map(({ value }) => value) };
    local.set(`players.${id}`, wanted.players);
    await attempt(() => begin(text === undefined ? { game: game.id, ...wanted } : { rules: { name, text }, ...wanted }));
  };

  replace(main, make('form', { class: 'new-game', id: 'new-game-form', onsubmit: start },
    make('h1', {}, game.title),
    game.about ? make('p', { class: 'about' }, game.about) : null,
    warnings?.length ? make('div', { id: 'warnings' }, preformatted(warnings.join('\n'))) : null,
    make('fieldset', {}, make('legend', {}, 'Players'), game.sides.map((side, number) => make('div', { class: 'player' },
      pieceIcon({ text: '', tint: side.tint }, { tile: false, size: 24 }), make('span', { class: 'side-name' }, side.side), players[number].element))),
    options.length ? make('fieldset', {}, make('legend', {}, 'Options'), options.map(({ field }) => field)) : null,
    make('div', { class: 'row' }, make('button', { type: 'submit', class: 'primary large', id: 'start' }, 'Start'), make('a', { class: 'button', href: route.menu() }, 'Main menu'))));
}

function optionField({ name, doc, value, allowed, range }) {
  const about = { id: `option-${name}`, 'aria-describedby': doc ? `doc-${name}` : null };
  const select = range
    ? make('input', { ...about, type: 'number', min: range.least, max: range.most, step: range.step, required: true })
    : make('select', about, allowed.map((choice) => make('option', { value: choice }, String(choice))));
  select.value = value;
  const field = make('div', { class: 'option' }, make('label', { for: `option-${name}` }, name.replaceAll('_', ' ')), select, doc ? make('span', { class: 'faint', id: `doc-${name}` }, doc) : null);
  return { name, select, field };
}
