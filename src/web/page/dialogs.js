// Asks before something is done that cannot be undone, and which of several things is
// meant. A dialog is gone from the page when it is answered.

import { button, make } from './dom.js';

function show(dialog) {
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
    dialog.showModal();
  });
}

function dialog(title, ...content) {
  const heading = make('h2', { id: 'dialog-title' }, title);
  return make('dialog', { 'aria-labelledby': 'dialog-title', class: 'dialog' }, heading, content);
}

/** True if the answer is yes. */
export async function confirm(title, words, yes, { danger = false } = {}) {
  const box = dialog(title, words ? make('p', {}, words) : null);
  box.append(
    make('div', { class: 'row end' },
      button('Cancel', () => box.close(''), { id: 'dialog-cancel' }),
      button(yes, () => box.close('yes'), { id: 'dialog-ok', class: danger ? 'danger' : 'primary', autofocus: true })),
  );
  return (await show(box)) === 'yes';
}

/** One of `choices`, by number, or -1. */
export async function choose(title, choices) {
  const box = dialog(title);
  const options = choices.map((words, number) =>
    button(words, () => box.close(String(number)), { class: 'choice', 'data-choice': number }));
  box.append(make('div', { class: 'choices' }, options),
    make('div', { class: 'row end' }, button('Cancel', () => box.close(''), { id: 'dialog-cancel' })));
  const answer = await show(box);
  return answer === '' ? -1 : Number(answer);
}

/** The number of one of `count` things, or null; `lines` tell what they are. */
export async function chooseNumber(title, lines, count) {
  const box = dialog(title, make('ul', { class: 'numbered', tabindex: '0', 'aria-label': 'To choose from' }, lines.map((words) => make('li', {}, words))));
  const input = make('input', { type: 'number', class: 'number-input', id: 'dialog-number', min: '1', max: String(count), required: true, value: '1', autofocus: true });
  const chosen = (event) => {
    event.preventDefault();
    box.close(input.value);
  };
  box.append(make('form', { onsubmit: chosen },
    make('label', {}, 'Number: ', input),
    make('div', { class: 'row end' },
      button('Cancel', () => box.close(''), { id: 'dialog-cancel' }),
      make('button', { type: 'submit', class: 'primary', id: 'dialog-ok' }, 'Choose'))));
  const answer = await show(box);
  return answer === '' ? null : Number(answer);
}

/** Shows something until it is closed. */
export function present(title, ...content) {
  const box = dialog(title, content);
  box.classList.add('wide');
  box.append(make('div', { class: 'row end' }, button('Close', () => box.close(''), { id: 'dialog-close', autofocus: true })));
  return show(box);
}
