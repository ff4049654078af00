// The part of the page to ask questions in: the prompt, the rules, the facts.

import { post } from './api.js';
import { attempt } from './announce.js';
import { make } from './dom.js';
import { factsPanel } from './facts.js';
import { promptPanel } from './prompt.js';
import { rulesPanel } from './rules.js';
import { tabs } from './tabs.js';

/** `does` has `show()`, which brings this part of the page to the front. */
export function askPanel(table, does) {
  const rules = rulesPanel(table);
  const facts = factsPanel(table);
  const openRule = (rule) => {
    does.show();
    bar.show('rules');
    rules.open(rule);
  };
  const prompt = promptPanel(table, { openRule });
  const bar = tabs('Ask', [
    { id: 'prompt', title: 'Prompt', element: prompt.element },
    { id: 'rules', title: 'Rules', element: rules.element },
    { id: 'facts', title: 'Facts', element: facts.element },
  ], (id) => rules.shown(id === 'rules'));

  const WORDS = {
    touches: ({ touches }) => `why not ${touches.join(' → ')}`,
    piece: ({ piece }) => `why can ${piece} do nothing`,
    move: ({ move }) => `why not ${move}`,
  };

  /** Shows the whole answer to a question that was asked on the board. */
  async function openWhy(question) {
    does.show();
    bar.show('prompt');
    const answer = await attempt(() => post(table.path('/why'), { ...question, node: table.view.node }));
    if (!answer) return;
    const [kind] = Object.keys(question);
    const words = { kind: 'text', text: answer.text };
    prompt.tell(WORDS[kind](question), answer.proof ? [{ kind: 'refused', text: answer.text, proof: answer.proof }] : [words]);
  }

  return {
    element: make('div', { class: 'ask' }, bar.bar, prompt.element, rules.element, facts.element),
    openRule,
    openWhy,
    focus() {
      does.show();
      bar.show('prompt');
      prompt.focus();
    },
    update() {
      prompt.update();
      rules.update();
      facts.update();
    },
  };
}
