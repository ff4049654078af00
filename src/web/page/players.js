// Who plays which side at a table, and seats: a side whose seat somebody has taken
// moves only from their browser.

import { get, post, remove, tablePath } from './api.js';
import { attempt, note } from './announce.js';
import { button, make, replace, whenChanged } from './dom.js';
import { pieceIcon } from './pieces.js';
import { playerChoice } from './player_choice.js';
import { invitation } from './route.js';
import { seatKeys } from './storage.js';

/** Takes a seat for this browser. */
export async function takeSeat(id, side) {
  const { key } = await post(tablePath(id, '/seats'), { side });
  seatKeys.keep(id, side, key);
}

export function players(table) {
  const list = make('div', { class: 'players' });
  let game = {};

  /** What the menu knows of this game: which machines can play it. */
  async function learn() {
    const { styles, has_value: hasValue, game: name } = table.state;
    if (styles) {
      game = { styles, has_value: hasValue };
      return;
    }
    const { games } = await get('/games');
    game = games.find(({ id }) => name === id || name.startsWith(`${id}+`) || name.startsWith(`${id}:`)) ?? {};
  }

  async function setPlayer(number, player) {
    const wanted = table.state.sides.map((side) => side.player);
    wanted[number] = player;
    await attempt(() => table.change('/players', { players: wanted, key: table.key() }));
  }

  async function take(side) {
    await attempt(async () => {
      await takeSeat(table.id, side);
      table.changed();
    });
  }

  async function leave(side) {
    await attempt(async () => {
      await remove(table.path(`/seats/${encodeURIComponent(side)}`), { 'x-seat-key': seatKeys.of(table.id, side) });
      seatKeys.drop(table.id, side);
      table.changed();
    });
  }

  async function copyLink(side) {
    const known = await attempt(() => get('/games'));
    const link = invitation(table.id, side, known?.token);
    try {
      await navigator.clipboard.writeText(link);
      note(`Copied: ${link}`);
    } catch {
      note(link);
    }
  }

  function seat({ side, player, taken }, isOwn) {
    if (player !== 'human') return null;
    if (isOwn) return [make('span', { class: 'faint' }, 'your seat'), button('Leave it', () => leave(side), { id: `leave-${side}`, class: 'small' })];
    if (taken) return make('span', { class: 'faint' }, 'taken elsewhere');
    return [
      button('Take the seat', () => take(side), { id: `take-${side}`, class: 'small', title: `Only this browser moves for ${side}` }),
      button(`Copy link for ${side}`, () => copyLink(side), { id: `invite-${side}`, class: 'small', title: 'Whoever opens it plays this side' }),
    ];
  }

  function sideRow(side, number, isOwn, known) {
    return make('div', { class: 'player', 'data-side': side.side },
      pieceIcon({ text: '', tint: side.tint }, { tile: false, size: 22 }),
      make('span', { class: 'side-name' }, side.side),
      playerChoice(side.side, side.player, known, (player) => setPlayer(number, player)).element,
      make('span', { class: 'seat' }, seat(side, isOwn)));
  }

  const update = whenChanged((sides, owned, known) => {
    replace(list, sides.map((side, number) => sideRow(side, number, owned[number], known)));
  });

  function show() {
    const { sides, waits_for: waits } = table.state;
    update(sides, sides.map(({ side, taken }) => taken && seatKeys.of(table.id, side) !== undefined), game);
    for (const row of list.children) row.classList.toggle('turn', row.dataset.side === waits?.side);
  }

  let isLearnt = false;
  return {
    element: list,
    update() {
      show();
      if (isLearnt) return;
      isLearnt = true;
      attempt(learn).then(show);
    },
  };
}
