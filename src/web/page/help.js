// What one can do on the page, and with which keys.

import { present } from './dialogs.js';
import { make } from './dom.js';

const KEYS = [
  ['Tab', 'to the board, to the hands, to the buttons'],
  ['arrows', 'on the board: to the next cell in that direction'],
  ['Enter, Space', 'touch the cell: select what is there, or move there'],
  ['Shift+Enter', 'ask why not, without playing'],
  ['Escape', 'deselect'],
  ['[ ]', 'look one move back, one move on'],
  ['{ }', 'look at the start, at the end'],
  ['← → Home End', 'the same, while in the list of moves'],
  ['b', 'to the board'],
  ['/', 'to the prompt'],
  ['u, r, h', 'undo, redo, hint'],
  ['+ − f', 'board larger, smaller, all of it'],
  ['?', 'this help'],
];

const SIGNS = [
  'a dot, or a ring around a piece: you can go there',
  'a thin line around a piece, or a small dot: it can be played, or played at',
  'hatched, with a diamond: an answer, a refusal or a hint speaks of it',
  'a solid outline: the last move ended there; dashed: it began there',
];

const row = ([name, words]) => make('tr', {}, make('th', { scope: 'row' }, make('kbd', {}, name)), make('td', {}, words));

export function showHelp() {
  return present('Help',
    make('p', {}, 'Click a piece, and the cells it can go to get a dot; click one of them, or drag the piece there. What the rules refuse is explained: the name of the rule is a link to it. Hold a cell, or click with Alt, to ask why not without playing.'),
    make('p', {}, 'Moves made while you look back begin a variation. “What if” tries moves without playing them. In Ask, whatever can be typed in Hornet’s terminal can be typed: queries, why, moves, changes of the rules.'),
    make('h3', {}, 'Keys'),
    make('table', { class: 'keys' }, make('tbody', {}, KEYS.map(row))),
    make('h3', {}, 'Signs on the board'),
    make('ul', {}, SIGNS.map((words) => make('li', {}, words))),
    make('p', { class: 'faint' }, 'A file that is dropped on the page is opened: rules (.pl) as a new game, anything else as a record.'));
}
