%   The wolf, the goat and the cabbage.
%
%   A puzzle for one, who has to bring a wolf, a goat and a cabbage across a
%   river. The boat holds the farmer and one of them. Without the farmer, the
%   wolf eats the goat, and the goat eats the cabbage.
%
%   A position is made of
%       at(Thing, Bank)         Thing is on that bank of the river
%       turn(Player)            it is the farmer's move, always
%   and the things to do are
%       take(Thing)             row across with Thing in the boat
%       row                     row across alone
%
%   It takes seven crossings, and there are two ways. The board is there to be
%   looked at: the near bank below, the far bank above, the river between.

:- title('Wolf, goat and cabbage').
:- board(square(4, 3)).
:- players([farmer]).
:- type(thing, [boat, wolf, goat, cabbage]).
:- type(bank, [near, far]).

:- state(at(thing, bank)).
:- state(turn(player)).
:- action(take(thing)).
:- action(row).


%   The river

% One bank is across from the other.
across(near, far).
across(far, near).

% Left alone together, the first eats the second.
eats(wolf, goat).
eats(goat, cabbage).

% Thing can be a passenger.
passenger(Thing) :-
    thing(Thing),
    Thing \= boat.


%   Setting out

start(turn(farmer)).
start(at(Thing, near)) :-
    thing(Thing).


%   Crossing

legal(take(Thing)) :-
    beside_boat(Thing),
    \+ eaten_without(Thing, _, _).
legal(row) :-
    \+ eaten_alone(_, _).

% Thing waits on the bank where the boat is.
beside_boat(Thing) :-
    at(boat, Bank),
    at(Thing, Bank),
    passenger(Thing).

% Eater and Eaten wait where the boat is, and would be left alone there.
eaten_alone(Eater, Eaten) :-
    beside_boat(Eater),
    eats(Eater, Eaten),
    beside_boat(Eaten).

% If the farmer took Thing, Eater and Eaten would be left alone.
eaten_without(Thing, Eater, Eaten) :-
    passenger(Thing),
    eaten_alone(Eater, Eaten),
    Thing \= Eater,
    Thing \= Eaten.

% Thing crosses the river now.
crosses(Thing) :-
    does(take(Thing)).
crosses(boat) :-
    does(take(_)).
crosses(boat) :-
    does(row).

del(at(Thing, Bank)) :-
    crosses(Thing),
    at(Thing, Bank).
add(at(Thing, Other)) :-
    crosses(Thing),
    at(Thing, Bank),
    across(Bank, Other).


%   Why a crossing is refused

% The farmer tries to leave Eater alone with Eaten.
leaves(Eater, Eaten) :-
    tried(row),
    eaten_alone(Eater, Eaten).
leaves(Eater, Eaten) :-
    tried(take(Thing)),
    beside_boat(Thing),
    eaten_without(Thing, Eater, Eaten).

refuse(take(Thing), other_bank) :-
    tried(take(Thing)),
    passenger(Thing),
    \+ beside_boat(Thing).
refuse(take(boat), no_passenger) :-
    tried(take(boat)).
refuse(Crossing, goat_eaten) :-
    tried(Crossing),
    leaves(wolf, goat).
refuse(Crossing, cabbage_eaten) :-
    tried(Crossing),
    leaves(goat, cabbage).

reason(other_bank, 'that waits on the other bank').
reason(no_passenger, 'the boat is what you cross in: say what you take, or row alone').
reason(goat_eaten, 'the wolf would eat the goat').
reason(cabbage_eaten, 'the goat would eat the cabbage').


%   The end

% Somebody still waits on the near bank.
waiting :-
    at(_, near).

wins(farmer) :-
    \+ waiting.

% What has ended the game.
ending(across, Crossings) :-
    \+ waiting,
    turn_number(Next),
    Crossings is Next - 1.

reason(across, 'all are across, in ~w crossings').


%   What a position is worth

% As much as there is on the far bank.
value(Player, Value) :-
    turn(Player),
    aggregate_all(count, at(_, far), Value).


%   How it is drawn and written

% Thing is drawn in that Column, as Letter.
drawn(boat, 1, 'B').
drawn(wolf, 2, 'W').
drawn(goat, 3, 'G').
drawn(cabbage, 4, 'C').

% That bank is drawn in that Row.
drawn_in(near, 1).
drawn_in(far, 3).

glyph(Cell, Letter) :-
    at(Thing, Bank),
    drawn(Thing, Column, Letter),
    drawn_in(Bank, Row),
    column(Cell, Column),
    row(Cell, Row).
glyph(Cell, '~') :-
    row(Cell, 2).

shaded(Cell) :-
    row(Cell, 2).

% A crossing is written by what is in the boat, goat, or by alone.
:- notation(take(Thing), [Thing]).
:- notation(row, [alone]).
