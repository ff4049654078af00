// A cell in words, for who does not see the board: "c3, white queen, can be moved to".

/** The topmost is also called by what is written on it. */
function topDown(stack) {
  const [top, ...below] = [...stack].reverse();
  const title = top.name.includes(top.text) ? top.name : `${top.name} ${top.text}`;
  return [title, ...below.map(({ name }) => name)].join(' on ');
}

export function describe(cell, stack, signs) {
  return [
    cell,
    stack.length ? topDown(stack) : 'empty',
    signs.selected && 'selected',
    signs.target && (stack.length ? 'can be taken or moved to' : 'can be moved to'),
    signs.start && 'can be played',
    signs['last-from'] && 'the last move began here',
    signs['last-to'] && 'the last move ended here',
    signs.considering && 'considered by the machine',
    signs.option && 'an option of the machine',
    signs.marked && 'marked',
  ].filter(Boolean).join(', ');
}
