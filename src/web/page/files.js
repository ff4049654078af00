// Files of the user's: chosen, dropped on the page, or handed out for download.

import { make } from './dom.js';

const LARGEST = 4 * 1024 * 1024;

/** The name and text of a file; a file that is no text is refused. */
export async function read(file) {
  if (file.size > LARGEST) throw new Error(`${file.name} is too large: 4 MB is the most`);
  const bytes = await file.arrayBuffer();
  try {
    return { name: file.name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    throw new Error(`${file.name} is not a text file`);
  }
}

/** Rules by the ending of the name; anything else is a record of a game. */
export const isRules = (name) => /\.(pl|pro|prolog|datalog|dl)$/i.test(name);

/** Calls `use` with each file that is dropped anywhere on the page. */
export function onDrop(use) {
  const carriesFiles = (event) => event.dataTransfer?.types.includes('Files');
  let depth = 0;
  const show = (isOver) => document.body.classList.toggle('dropping', isOver);
  addEventListener('dragenter', (event) => {
    if (carriesFiles(event)) show((depth += 1) > 0);
  });
  addEventListener('dragleave', (event) => {
    if (carriesFiles(event)) show((depth -= 1) > 0);
  });
  addEventListener('dragover', (event) => {
    if (carriesFiles(event)) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    show((depth = 0) > 0);
    const [file] = event.dataTransfer.files;
    if (file) use(file);
  });
}

/** A button to choose a file with. */
export function fileButton(label, id, accept, use) {
  const input = make('input', { type: 'file', id, accept, class: 'file-input', onchange: () => {
    const [file] = input.files;
    input.value = '';
    if (file) use(file);
  } });
  return make('label', { class: 'button file-button', for: id }, label, input);
}

const address = (text) => URL.createObjectURL(new Blob([text], { type: 'text/plain' }));

/** A link that saves text under a name. */
export function downloadLink(name, text) {
  return make('a', { class: 'download', href: address(text), download: name }, `Save ${name}`);
}

/** Saves text under a name. */
export function download(name, text) {
  const href = address(text);
  const link = make('a', { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
}
