// Tabs: one of several panels is shown. Arrow keys go from tab to tab.

import { make } from './dom.js';

/** `panels` are `{id, title, element}`. Gives `{bar, show(id)}`. */
export function tabs(label, panels, onShow = () => {}) {
  const buttons = panels.map(({ id, title, element }) => {
    element.setAttribute('role', 'tabpanel');
    element.setAttribute('aria-labelledby', `tab-${id}`);
    element.id ||= `panel-${id}`;
    return make('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': element.id, onclick: () => show(id) }, title);
  });
  const bar = make('div', { class: 'tabs', role: 'tablist', 'aria-label': label, onkeydown: (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
    show(panels[next].id);
    buttons[next].focus();
  } }, buttons);

  function show(id) {
    panels.forEach((panel, number) => {
      const isShown = panel.id === id;
      panel.element.classList.toggle('tab-off', !isShown);
      buttons[number].setAttribute('aria-selected', String(isShown));
      buttons[number].tabIndex = isShown ? 0 : -1;
    });
    onShow(id);
  }

  show(panels[0].id);
  return { bar, show };
}
