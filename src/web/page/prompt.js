// The prompt of the terminal, on the page: what can be typed there can be typed here.

import { post } from './api.js';
import { announce, attempt } from './announce.js';
import { button, make, replace } from './dom.js';
import { replyElement } from './replies.js';
import { go, table as tableRoute } from './route.js';
import { session } from './storage.js';

const MOST_KEPT = 200;
const MOST_SHOWN = 100;

/** The prompt before the first answer brings it: the game as it is named at the terminal. */
const signOf = ({ game, by_the_book: isBook }) => `${game.split(':')[0].replace(/\.\w+$/, '')}${isBook ? '' : '*'}> `;

/** `does` has `openRule(rule)`. */
export function promptPanel(table, does) {
  const transcript = make('div', { id: 'transcript', class: 'transcript', tabindex: '0', role: 'log', 'aria-label': 'Questions and answers' });
  const sign = make('label', { for: 'entry', class: 'prompt-sign' }, '> ');
  const choices = make('div', { id: 'choices', class: 'choices-line', role: 'group', 'aria-label': 'Completions' });
  const entry = make('textarea', {
    id: 'entry', rows: '1', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', wrap: 'soft',
    placeholder: 'legal(A).', 'aria-label': 'Ask, or give a command', 'aria-describedby': 'entry-help', onkeydown: key, oninput: grow,
  });
  const helpWords = make('p', { id: 'entry-help', class: 'faint small-text' }, 'Enter asks, Shift+Enter begins a new line, Tab completes, ↑ ↓ go through what was asked. Escape, then Tab, leaves the box.');
  const goesOn = make('p', { id: 'goes-on', class: 'small-text', hidden: true }, 'It goes on here, up to a full stop.');
  const send = button('Ask', submit, { id: 'ask', class: 'primary' });

  let kept = session.get('entries') ?? [];
  let place = kept.length;
  let unsent = '';
  let leavesOnTab = false;

  function grow() {
    entry.rows = Math.min(10, Math.max(1, entry.value.split('\n').length));
    replace(choices);
    goesOn.hidden = true;
    leavesOnTab = false;
  }

  function setEntry(text) {
    entry.value = text;
    grow();
    entry.setSelectionRange(text.length, text.length);
  }

  function recall(step) {
    if (place === kept.length) unsent = entry.value;
    place = Math.max(0, Math.min(kept.length, place + step));
    setEntry(place === kept.length ? unsent : kept[place]);
  }

  function remember(text) {
    kept = [...kept.filter((known) => known !== text), text].slice(-MOST_KEPT);
    place = kept.length;
    unsent = '';
    session.set('entries', kept);
  }

  function key(event) {
    const before = entry.value.slice(0, entry.selectionStart);
    const after = entry.value.slice(entry.selectionEnd);
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      submit();
    } else if (event.key === 'ArrowUp' && !before.includes('\n')) {
      event.preventDefault();
      recall(-1);
    } else if (event.key === 'ArrowDown' && !after.includes('\n')) {
      event.preventDefault();
      recall(1);
    } else if (event.key === 'Escape') {
      replace(choices);
      leavesOnTab = true;
      event.stopPropagation();
    } else if (event.key === 'Tab' && !event.shiftKey && before.trim() && !leavesOnTab) {
      event.preventDefault();
      attempt(complete);
    }
  }

  async function complete() {
    const at = entry.selectionStart;
    const before = entry.value.slice(0, at);
    const { start, choices: found } = await post(table.path('/complete'), { entry: before });
    if (entry.value.slice(0, at) !== before) return;
    const insert = (choice) => {
      const text = before.slice(0, start) + choice;
      entry.value = text + entry.value.slice(at);
      grow();
      entry.setSelectionRange(text.length, text.length);
      entry.focus();
    };
    if (found.length === 0) announce('no completion');
    else if (found.length === 1) insert(found[0]);
    else {
      const common = commonStart(found);
      if (start + common.length > before.length) insert(common);
      replace(choices, found.slice(0, 60).map((choice) => button(choice, () => insert(choice), { class: 'small choice-item' })));
      announce(`${found.length} completions: ${found.slice(0, 8).join(', ')}`);
    }
  }

  async function submit() {
    const text = entry.value.trim();
    if (!text) return;
    setEntry('');
    await run(text);
  }

  /** Sends an entry, and shows it with its replies. */
  async function run(text) {
    const replies = make('div', { class: 'replies' }, make('span', { class: 'faint' }, '…'));
    const shown = make('div', { class: 'exchange' }, make('div', { class: 'asked' }, make('span', { class: 'prompt-sign', 'aria-hidden': true }, sign.textContent), make('code', {}, text)), replies);
    transcript.append(shown);
    while (transcript.children.length > MOST_SHOWN) transcript.firstChild.remove();
    transcript.scrollTop = transcript.scrollHeight;
    const answer = await attempt(() => post(table.path('/prompt'), { entry: text, key: table.key() }));
    if (!answer) {
      shown.remove();
      setEntry(text);
      return null;
    }
    if (!answer.complete) {
      shown.remove();
      setEntry(`${text}\n`);
      goesOn.hidden = false;
      announce(goesOn.textContent);
      entry.focus();
      return answer;
    }
    remember(text);
    sign.textContent = answer.prompt || '> ';
    show(replies, answer.replies, shown);
    return answer;
  }

  function show(container, replies, shown) {
    replace(container, replies.map((reply) => replyElement(table, reply, does)));
    transcript.scrollTop = Math.min(transcript.scrollHeight, shown.offsetTop - transcript.offsetTop);
    announce(replies.map(({ text }) => text?.split('\n', 3).join(' ')).filter(Boolean).join(' ').slice(0, 300));
    for (const { kind, marks, table: other } of replies) {
      // Answers have a button for it.
      if (marks && kind !== 'answers') table.mark(marks, 'by the prompt');
      if (other) go(tableRoute(other));
    }
  }

  /** Shows the answer to a question that was asked elsewhere on the page. */
  function tell(words, replies) {
    const container = make('div', { class: 'replies' });
    const shown = make('div', { class: 'exchange' }, make('div', { class: 'asked' }, make('span', { class: 'prompt-sign', 'aria-hidden': true }, '? '), words), container);
    transcript.append(shown);
    show(container, replies, shown);
  }

  return {
    element: make('div', { class: 'prompt' }, transcript, choices, make('div', { class: 'entry-line' }, sign, entry, send), goesOn, helpWords),
    run,
    tell,
    focus: () => entry.focus(),
    update() {
      if (sign.textContent === '> ') sign.textContent = signOf(table.state);
    },
  };
}

function commonStart(words) {
  let common = words[0];
  for (const word of words) while (!word.startsWith(common)) common = common.slice(0, -1);
  return common;
}
