"""How long OpenSpiel's Hive, written in C++, takes to list the legal moves.

Reads positions from standard input, each a line `COUNT GAMESTRING`, and prints
the microseconds a position. COUNT is how many moves Hornet finds there. Where
OpenSpiel finds another number, the two do not do the same work: then this
fails. `cargo bench --bench legal` calls it, if HORNET_OPENSPIEL names a Python
that has the package open_spiel.
"""

import gc
import sys
import time

import pyspiel

ROUNDS = 20
STEPS = {"-": (1, 0), "\\": (0, 1), "/": (1, -1)}


def piece(name):
    """OpenSpiel numbers every piece; there is only one queen."""
    return name[:2] if name[1] in "QMLP" else name


def place(reference, cells):
    """The cell that a reference names: `-wQ`, `wQ/`, `wQ`."""
    q, r = cells[piece(reference.strip("-\\/"))]
    if reference[0] in STEPS:
        dq, dr = STEPS[reference[0]]
        return q - dq, r - dr
    if reference[-1] in STEPS:
        dq, dr = STEPS[reference[-1]]
        return q + dq, r + dr
    return q, r


def read(move, cells):
    """Which piece goes where; nothing for a pass."""
    if move == "pass":
        return None
    name, *reference = move.split()
    return piece(name), place(reference[0], cells) if reference else (0, 0)


def cells_after(moves):
    cells = {}
    for move in moves:
        step = read(move, cells)
        if step:
            cells[step[0]] = step[1]
    return cells


def different_moves(state, cells):
    """OpenSpiel names a place once for each neighbour, and offers every piece
    of a kind in hand. What ends in the same position counts once here."""
    found = set()
    for action in state.legal_actions():
        step = read(state.action_to_string(action), cells)
        if step and step[0] not in cells:
            step = step[0][:2], step[1]
        found.add(step)
    return len(found)


def main():
    game = pyspiel.load_game("hive", {"board_size": 14})
    calls = []
    for line in sys.stdin:
        count, text = line.strip().split(" ", 1)
        state = game.deserialize_state(text)
        found = different_moves(state, cells_after(text.split(";")[3:]))
        if found != int(count):
            sys.exit(f"{count} moves, but {found} in OpenSpiel: {text}")
        calls.append(state.legal_actions)
    gc.disable()
    best = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for number, call in enumerate(calls):
            began = time.perf_counter()
            call()
            best[number] = min(best[number], time.perf_counter() - began)
    print(sum(best) * 1e6 / len(calls))


main()
