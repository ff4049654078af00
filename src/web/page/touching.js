// From touches to moves. Each legal action says what is touched to play it; what has
// been touched so far leaves some of them. Nothing here knows a rule of a game.

import { Problem, post } from './api.js';
import { announce, note } from './announce.js';
import { choose } from './dialogs.js';

const begins = (touches, start) => start.length <= touches.length && start.every((touch, number) => touches[number] === touch);

/** What the touches so far leave: actions that are complete, and what can be touched next. */
export function possible(actions, touched) {
  const left = actions.filter(({ touches }) => touches.length > 0 && begins(touches, touched));
  return {
    complete: left.filter(({ touches }) => touches.length === touched.length && touched.length > 0),
    next: new Set(left.filter(({ touches }) => touches.length > touched.length).map(({ touches }) => touches[touched.length])),
  };
}

/** What lies where one touches: the topmost piece of a cell, or something in a hand. */
export function thingAt(view, touch) {
  const inHand = view.hands.flatMap(({ items }) => items).find((item) => item.touch === touch);
  if (inHand) return inHand;
  const here = view.pieces.filter(({ cell }) => cell === touch);
  return here.sort((one, other) => other.level - one.level)[0] ?? null;
}

/** Something was touched: by a click, a key, or the end of a drag. */
export async function touch(table, where) {
  if (table.isBusy) return;
  if (table.mode === 'setup') return;
  table.refusal = null;
  table.hint = null;
  const { actions } = table.view;
  const { next, complete } = possible(actions, table.touched);
  const last = table.touched.at(-1);
  if (next.has(where)) await goOn(table, [...table.touched, where]);
  else if (where === last && complete.length > 0) await playOneOf(table, complete);
  else if (where === last) deselect(table);
  else if (possible(actions, [where]).next.size + possible(actions, [where]).complete.length > 0) await goOn(table, [where]);
  else if (table.touched.length > 0) await attempt(table, [...table.touched, where]);
  else if (actions.some(({ touches }) => touches.length === 1)) await attempt(table, [where]);
  else if (thingAt(table.view, where)) await selectStuck(table, where);
  else noStart(table, where);
}

export function deselect(table) {
  table.touched = [];
  table.refusal = null;
  table.changed();
}

async function goOn(table, touched) {
  table.touched = touched;
  table.changed();
  const { complete, next } = possible(table.view.actions, touched);
  if (complete.length > 0 && next.size === 0) await playOneOf(table, complete);
  else announceSelection(table, next.size);
}

function announceSelection(table, count) {
  const where = table.touched.at(-1);
  const name = thingAt(table.view, where)?.name ?? where;
  announce(`${name} selected, ${count} ${count === 1 ? 'place' : 'places'} to go`);
}

/** Plays an action, asking which if the same touches mean several. */
export async function playOneOf(table, actions) {
  const which = actions.length === 1 ? 0 : await choose('Which of these?', actions.map(({ text }) => text));
  if (which >= 0) await play(table, actions[which]);
  else deselect(table);
}

/** Plays a legal action, or supposes it. */
export async function play(table, action) {
  if (table.mode === 'what-if') {
    await busily(table, () => table.supposeMoves([...table.supposed.moves, action.text]));
    return;
  }
  await send(table, { move: action.term }, action.text);
}

/** Sends touches that no legal action has: the rules say why. */
async function attempt(table, touches) {
  if (table.mode === 'what-if') {
    table.refuse({ words: 'That is not legal here.', reasons: [], cells: touches });
    return;
  }
  await send(table, { touches }, null, { touches });
}

async function send(table, move, text, question) {
  const { state, mode, lookback } = table;
  const body = { ...move, key: table.key() };
  if (mode === 'back') body.node = lookback.node;
  else body.version = state.version;
  await busily(table, async () => {
    try {
      const answer = await post(table.path('/moves'), body);
      table.lookback = null;
      table.receive(answer);
      table.forget();
    } catch (problem) {
      table.touched = table.touched.slice(0, 1);
      table.refuseFor(problem, question ?? { move: text ?? move.move });
    }
  });
}

async function busily(table, work) {
  table.isBusy = true;
  try {
    await work();
  } catch (problem) {
    note(problem.words ?? problem.message, { error: true });
  } finally {
    table.isBusy = false;
    table.changed();
  }
}

/** A piece that can do nothing is selected all the same, and says why. */
async function selectStuck(table, where) {
  table.touched = [where];
  table.changed();
  if (table.mode !== 'what-if') await explain(table, { piece: where });
}

/** Asks why what is selected cannot go there, without playing it. */
export async function whyNot(table, where) {
  if (table.mode === 'setup' || table.mode === 'what-if') return;
  const first = table.touched[0];
  const isSelf = first === undefined || first === where;
  await explain(table, isSelf ? { piece: where } : { touches: [...table.touched.filter((touched) => touched !== where), where] });
}

/** Shows in words why something can, or cannot, be done. */
async function explain(table, question) {
  try {
    const answer = await post(table.path('/why'), { ...question, node: table.view.node });
    if (answer.holds) {
      table.marks = answer.cells.length ? { cells: answer.cells, words: answer.text } : null;
      table.refuse({ words: firstLine(answer.text), isFine: true, reasons: answer.reasons, cells: answer.cells, question });
    } else {
      const words = answer.reasons.length ? sentences(answer.reasons) : firstLine(answer.text);
      table.refuse({ words, move: answer.move, reasons: answer.reasons, cells: answer.cells, question });
    }
  } catch (problem) {
    if (problem instanceof Problem) table.refuseFor(problem, question);
    else throw problem;
  }
}

const firstLine = (text) => text.split('\n', 1)[0];
const sentences = (reasons) => [...new Set(reasons.map(({ message }) => message))].join('; ');

function noStart(table, where) {
  const { actions, outcome, turn } = table.view;
  const words = outcome ? outcome.words
    : actions.length === 0 ? `${where}: nothing can be done here.`
      : `No move of ${turn ?? 'this side'} begins at ${where}. What can be played has a thin line around it, or a small dot.`;
  table.refuse({ words, reasons: [], cells: [] });
}
