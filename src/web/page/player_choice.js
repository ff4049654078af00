// Who plays a side: a person, or a machine of some kind and strength.

import { note } from './announce.js';
import { make, replace } from './dom.js';

const KINDS = [
  ['human', 'person'],
  ['random', 'random'],
  ['greedy', 'greedy'],
  ['depth', 'minimax depth'],
  ['time', 'minimax time'],
  ['mcts', 'Monte Carlo time'],
  ['strong', 'strong'],
];

// Those that think for a time, by how they are written.
const TIMED = { time: 'minimax', mcts: 'mcts', strong: 'strong' };

/** A player as the server writes it, in parts: `{kind, number, style, weights}`. */
function parsed(player) {
  const [name, ...judging] = player.split('@');
  const isWeight = (part) => part.includes('=');
  const style = judging.find((part) => !isWeight(part)) ?? '';
  const weights = judging.filter(isWeight);
  const depth = /^minimax:(\d+)$/.exec(name);
  if (depth) return { kind: 'depth', number: Number(depth[1]), style, weights };
  const timed = /^(minimax|mcts|strong):([\d.]+)s$/.exec(name === 'strong' ? 'strong:1s' : name);
  if (timed) return { kind: timed[1] === 'minimax' ? 'time' : timed[1], number: Number(timed[2]), style, weights };
  return { kind: name, number: null, style, weights };
}

function written({ kind, number, style, weights }) {
  const name = kind === 'depth' ? `minimax:${number}` : kind in TIMED ? `${TIMED[kind]}:${number}s` : kind;
  const judging = kind === 'human' || kind === 'random' ? [] : [style, ...weights].filter(Boolean);
  return [name, ...judging].join('@');
}

/** Who plays a side of a game if nobody has said: a person begins, and meets a machine. */
export function usualPlayer(game, number) {
  if (number === 0) return 'human';
  return game.has_value ? 'minimax:2' : 'strong:1s';
}

/**
 * Controls for one side. `game` is `{styles, has_value}`. Gives `{element, value}`;
 * `onChange` is called with the player as the server writes it.
 */
export function playerChoice(side, player, game, onChange = () => {}) {
  const chosen = parsed(player);
  const canJudge = game.has_value !== false;
  const kinds = KINDS.filter(([kind]) => canJudge || !['greedy', 'depth', 'time'].includes(kind) || kind === chosen.kind);
  if (!kinds.some(([kind]) => kind === chosen.kind)) kinds.push([chosen.kind, chosen.kind]);

  const kind = make('select', { 'aria-label': `Who plays ${side}`, id: `player-${side}`, 'data-key': `kind-${side}`, onchange: () => {
    chosen.kind = kind.value;
    if (chosen.kind === 'depth') chosen.number = 2;
    if (chosen.kind in TIMED) chosen.number = 1;
    showRest();
    onChange(written(chosen));
  } }, kinds.map(([value, words]) => make('option', { value }, words)));
  kind.value = chosen.kind;
  const rest = make('span', { class: 'player-rest' });

  function numberInput() {
    const isTime = chosen.kind in TIMED;
    const input = make('input', {
      type: 'number', class: 'number-input', min: isTime ? '0.1' : '1', max: isTime ? '60' : '20', step: isTime ? '0.1' : '1',
      required: true, value: chosen.number, id: `strength-${side}`, 'aria-label': isTime ? `Seconds a move for ${side}` : `Depth for ${side}`,
      onchange: () => {
        if (!input.checkValidity()) {
          // In a form it stays to be corrected, and the form is not sent before.
          if (!input.form) input.value = chosen.number;
          note(isTime ? 'A machine thinks 0.1 to 60 seconds a move, in steps of 0.1.' : 'The depth is a whole number, 1 to 20.', { error: true });
          return;
        }
        chosen.number = Number(input.value);
        onChange(written(chosen));
      },
    });
    return [input, isTime ? make('span', { class: 'faint' }, 's') : null];
  }

  function styleSelect() {
    const styles = game.styles ?? [];
    if (styles.length < 2) return null;
    const select = make('select', { id: `style-${side}`, 'aria-label': `Style of ${side}`, onchange: () => {
      chosen.style = select.value;
      onChange(written(chosen));
    } }, make('option', { value: '' }, 'usual style'), styles.map((style) => make('option', { value: style }, style)));
    select.value = styles.includes(chosen.style) ? chosen.style : '';
    return select;
  }

  function showRest() {
    const isSearch = chosen.kind === 'depth' || chosen.kind in TIMED;
    replace(rest, isSearch ? numberInput() : null, isSearch || chosen.kind === 'greedy' ? styleSelect() : null);
  }

  showRest();
  return {
    element: make('span', { class: 'player-choice' }, kind, rest),
    get value() {
      return written(chosen);
    },
  };
}
