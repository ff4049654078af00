% Graphs with mistakes in their cells and edges.

:- board(graph(a1(0, 0), [])).
:- board(graph([], [])).
:- board(graph([a1, b1(1, 0)], [])).
:- board(graph([a1(0, 0), b1(1, x)], [])).
:- board(graph([a1(0, 0), b1(1000, 0)], [])).
:- board(graph([a1(0, 0), b1(1, 0), a1(2, 0)], [])).
:- board(graph([a1(0, 0), b1(1, 0), c1(0, 0)], [])).
:- board(graph([a1(0, 0), b1(1, 0)], a1-b1)).
:- board(graph([hub(0, 0), rim(1, 0)], [hub-rin])).
:- board(graph([a1(0, 0), b1(1, 0)], [a1-b1-elsewhere])).
:- board(graph([a1(0, 0), b1(1, 0)], [a1])).
:- board(graph([a1(0, 0), b1(1, 0)], [a1-b1, b1-b1])).
:- board(graph([a1(0, 0), b1(1, 0), c1(2, 0)], [a1-b1-c1, b1-a1])).
