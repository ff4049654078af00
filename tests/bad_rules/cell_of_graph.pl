% Cells of a graph are known by their names only.

:- board(graph([hub(0, 0), rim_north(0, 1), rim_east(1, 0)], [hub-rim_north, hub-rim_east])).

next(Cell) :- step(rim_nort, _, Cell).
start_of(Cell) :- step(a1, _, Cell).
