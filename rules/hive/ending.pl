%   The end
%
%   A queen with pieces on all six sides is lost, whosever pieces they are. If
%   both are, or a position occurs for the third time, nobody wins.

% All six cells around Player's queen are occupied.
surrounded(Player) :-
    bug(Queen, Player, queen, _),
    at(Queen, Cell, _),
    \+ (step(Cell, _, Next), \+ occupied(Next)).

wins(Player) :-
    opponent(Player, Enemy),
    surrounded(Enemy),
    \+ surrounded(Player).
draw :-
    surrounded(white),
    surrounded(black).
draw :-
    repetitions(Times),
    Times > 2.
