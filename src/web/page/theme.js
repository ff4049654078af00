// Light or dark: as the system has it, unless one was chosen here.

import { local } from './storage.js';

const CHOICES = ['auto', 'light', 'dark'];
const NAMES = { auto: 'as the system', light: 'light', dark: 'dark' };
const SIGNS = { auto: '◐', light: '☀', dark: '☾' };

function apply(choice, button) {
  if (choice === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  button.textContent = SIGNS[choice];
  const words = `Colours: ${NAMES[choice]}`;
  button.setAttribute('aria-label', words);
  button.title = words;
}

export function startTheme(button) {
  let choice = CHOICES.includes(local.get('theme')) ? local.get('theme') : 'auto';
  apply(choice, button);
  button.addEventListener('click', () => {
    choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length];
    local.set('theme', choice);
    apply(choice, button);
  });
}
