// Why something holds, or does not, as a tree that opens and closes. Each step is
// linked to its rule, and lights its cells up.

import { post } from './api.js';
import { attempt } from './announce.js';
import { button, make } from './dom.js';
import { ruleLink } from './selection.js';

/** How deep a tree is open at first; a step that is the only one is open anyway. */
const OPEN = 3;

/** `does` has `openRule(rule)`. */
export function proofTree(table, proof, does) {
  return make('div', { class: 'proof' }, steps(table, proof.goals, 0, does));
}

function steps(table, goals, depth, does) {
  return goals.map((goal) => step(table, goal, depth, depth < OPEN || goals.length === 1, does));
}

function step(table, goal, depth, isOpen, does) {
  const light = (cells) => goal.cells.length > 0 && table.light(cells);
  const sign = make('span', { class: goal.holds ? 'holds' : 'fails', 'aria-label': goal.holds ? 'holds:' : 'fails:', role: 'img' }, goal.holds ? '✓' : '✗');
  // Remarks, such as which rule was tried, have no goal of their own.
  const heading = [goal.goal ? [sign, make('code', {}, goal.goal), ' '] : null, goal.note ? make('span', { class: 'faint' }, goal.note) : null];
  const rule = goal.rule ? make('div', { class: 'step-rule' }, ruleLink(goal.rule, () => does.openRule(goal.rule), '', table, goal.cells), make('code', {}, goal.rule.text)) : null;
  const children = make('div', { class: 'children' }, steps(table, goal.children, depth + 1, does));
  const more = goal.ask ? moreButton(table, goal, children, depth, does) : null;
  const lights = {
    onpointerover: (event) => {
      event.stopPropagation();
      light(goal.cells);
    },
    onpointerout: () => light([]),
    onfocusin: (event) => {
      event.stopPropagation();
      light(goal.cells);
    },
    onfocusout: () => light([]),
  };
  const hasInside = rule || goal.children.length > 0 || more;
  if (!hasInside) return make('div', { class: 'step leaf', ...lights }, heading);
  return make('details', { class: 'step', open: isOpen, ...lights }, make('summary', {}, heading), rule, children, more);
}

/** Asks the server for what lies deeper. */
function moreButton(table, goal, children, depth, does) {
  const made = button('more …', async () => {
    made.disabled = true;
    const answer = await attempt(() => post(table.path('/why'), { goal: goal.ask, node: table.view.node }));
    made.disabled = false;
    if (!answer) return;
    made.remove();
    const goals = answer.proof?.goals ?? [];
    // The answer begins with the goal itself, which is already there.
    const inner = goals.length === 1 && goals[0].goal === goal.goal ? goals[0].children : goals;
    children.append(...(inner.length ? steps(table, inner, depth + 1, does) : [make('p', { class: 'faint' }, answer.text)]));
  }, { class: 'small more' });
  return made;
}
