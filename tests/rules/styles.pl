%   A game for the tests that judges positions in several styles. What belongs to
%   one style is asked from another, in every way there is.

:- title('Styles').
:- board(square(3, 3)).
:- players([red, blue]).
:- option(first, red, [red, blue]).
:- option(style, bold, [timid, bold, 'Two words']).

:- state(mark(cell, player)).
:- state(turn(player)).
:- action(put(cell)).

start(turn(red)) :-
    option(first, red).
start(turn(blue)) :-
    option(first, blue).

legal(put(Cell)) :-
    cell(Cell),
    \+ mark(Cell, _).
add(mark(Cell, Player)) :-
    does(put(Cell)),
    turn(Player).
del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).

draw :-
    \+ (cell(Cell), \+ mark(Cell, _)).

% In one style alone there are such cells. All styles ask for them.
dear(Cell, Player) :-
    option(style, bold),
    mark(Cell, Player),
    row(Cell, 2).

% This one has a clause for each of two styles.
wide(Cell) :-
    mark(Cell, _),
    column(Cell, 3),
    option(style, timid).
wide(Cell) :-
    option(style, 'Two words'),
    mark(Cell, _),
    column(Cell, 1).

% The style is a column.
mood(Style) :-
    turn(_),
    option(style, Style).

% Asked in negations only.
hidden(Cell) :-
    mark(Cell, _),
    step(Cell, n, Next),
    \+ mark(Next, _).

value(Player, Value) :-
    option(style, timid),
    player(Player),
    aggregate_all(count, (mark(Cell, Player), \+ hidden(Cell)), Open),
    aggregate_all(count, wide(_), Wide),
    aggregate_all(count, dear(_, Player), Dear),
    Value is Open + 10 * Wide + 100 * Dear.
value(Player, Value) :-
    player(Player),
    option(style, bold),
    aggregate_all(count, dear(_, Player), Dear),
    aggregate_all(count, (mark(Cell, Player), \+ wide(Cell)), Narrow),
    Value is 10 * Dear + Narrow.
value(Player, Value) :-
    option(style, 'Two words'),
    mood(Style),
    option(style, Style),
    player(Player),
    aggregate_all(count, (mark(Cell, Player), \+ dear(Cell, _), \+ hidden(Cell)), Cheap),
    Value is -Cheap.
value(Player, 1000) :-
    dear(b2, Player),
    wide(_).

leads(Player) :-
    opponent(Player, Other),
    aggregate_all(count, mark(_, Player), More),
    aggregate_all(count, mark(_, Other), Fewer),
    More > Fewer,
    \+ option(style, timid).
