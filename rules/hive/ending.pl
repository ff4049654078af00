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
    repeated.

% The position has come up for the third time, where that ends the game.
repeated :-
    option(repetition, on),
    repetitions(Times),
    Times > 2.

% What has ended the game.
ending(surrounded, Player) :-
    surrounded(Player).
ending(repetition) :-
    repeated.

reason(surrounded, '~w''s queen is surrounded on all six sides').
reason(repetition, 'the same position has come up for the third time').
