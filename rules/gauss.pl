%   Gauss.
%
%   Magnets on a hexagon: a new piece pulls the nearest piece of the other
%   colour along each of its six lines, and pushes away one of its own. Four
%   or more of a colour that touch leave the board and count for that colour,
%   whoever moved. The outer ring is the void: what leaves from there is a risk.
%
%   A position is made of
%       piece(Cell, Colour)             a piece stands on Cell
%       hand(Player, Colour, N)         Player has N pieces of Colour to place
%       bonus(Colour, N)                N pieces of Colour count as points
%       risk(Colour, N)                 N pieces of Colour may cost points
%       turn(Player)                    it is Player's move
%   and the one thing to do is
%       place(Colour, Cell)             put a piece of either colour on Cell
%
%   Colours and players have the same names: red's colour is red.

:- title('Gauss').
:- board(hex(4)).
:- players([red, blue]).

:- state(piece(cell, player)).
:- state(hand(player, player, int)).
:- state(bonus(player, int)).
:- state(risk(player, int)).
:- state(turn(player)).
:- action(place(player, cell)).


%   The board

% Cell is in the outer ring, where nothing may be placed.
void(Cell) :-
    cell(Cell),
    aggregate_all(count, step(Cell, _, _), Neighbours),
    Neighbours < 6.

% To is the Distance-th cell from From in direction Dir.
line(From, Dir, 1, To) :-
    step(From, Dir, To).
line(From, Dir, Distance, To) :-
    line(From, Dir, Before, Between),
    step(Between, Dir, To),
    Distance is Before + 1.

% A piece stands on Cell.
occupied(Cell) :-
    piece(Cell, _).

% A piece could be placed on Cell.
free(Cell) :-
    cell(Cell),
    \+ void(Cell),
    \+ occupied(Cell).


%   Setting up

start(turn(red)).
start(hand(Player, Player, 10)) :-
    player(Player).
start(hand(Player, Other, 5)) :-
    opponent(Player, Other).
start(bonus(Colour, 0)) :-
    player(Colour).
start(risk(Colour, 0)) :-
    player(Colour).


%   Placing

legal(place(Colour, Cell)) :-
    turn(Player),
    hand(Player, Colour, N),
    N > 0,
    free(Cell).


%   How the other pieces react
%
%   These relations say what happens when a piece is placed. Each line reacts
%   to the board as it was: the lines share no cells.

% The first piece that is met from the new one in direction Dir stands on At.
nearest(Dir, At) :-
    does(place(_, Cell)),
    direction(Dir),
    aggregate_all(min(Far), (line(Cell, Dir, Far, Met), occupied(Met)), Distance),
    line(Cell, Dir, Distance, At).

% The new piece pulls the piece on From to To, next to it.
pulled(From, To) :-
    does(place(Colour, Cell)),
    nearest(Dir, From),
    piece(From, Other),
    Other \= Colour,
    step(Cell, Dir, To),
    From \= To.

% The new piece pushes the piece on From in direction Dir.
repelled(Dir, From) :-
    does(place(Colour, _)),
    nearest(Dir, From),
    piece(From, Colour).

% Pushed in direction Dir, the piece on From gets as far as To, or further.
slides(Dir, From, From) :-
    repelled(Dir, From).
slides(Dir, From, To) :-
    slides(Dir, From, Before),
    step(Before, Dir, To),
    \+ occupied(To).

% The new piece pushes the piece on From to To: against another piece, or to
% the last cell of the line.
pushed(From, To) :-
    slides(Dir, From, To),
    \+ (step(To, Dir, Next), slides(Dir, From, Next)),
    From \= To.

% The piece on From goes to To.
reacts(From, To) :-
    pulled(From, To).
reacts(From, To) :-
    pushed(From, To).

% After the reaction a piece of Colour stands on Cell.
settled(Cell, Colour) :-
    does(place(Colour, Cell)).
settled(Cell, Colour) :-
    piece(Cell, Colour),
    \+ reacts(Cell, _).
settled(To, Colour) :-
    reacts(From, To),
    piece(From, Colour).


%   Groups that leave the board

% After the reaction the pieces on A and B are of one colour and joined by
% pieces of that colour.
joined(A, A) :-
    settled(A, _).
joined(A, C) :-
    joined(A, B),
    settled(B, Colour),
    step(B, _, C),
    settled(C, Colour).

% The piece on Cell belongs to a group of Size.
group(Cell, Size) :-
    settled(Cell, _),
    aggregate_all(count, joined(Cell, _), Size).

% The piece of Colour on Cell leaves the board.
cleared(Cell, Colour) :-
    group(Cell, Size),
    Size >= 4,
    settled(Cell, Colour).

% A piece of Colour stays on Cell.
stays(Cell, Colour) :-
    settled(Cell, Colour),
    \+ cleared(Cell, Colour).

% So many pieces of Colour leave from inside the void, and so many from on it.
earned(Colour, N) :-
    player(Colour),
    aggregate_all(count, (cleared(Cell, Colour), \+ void(Cell)), N).
risked(Colour, N) :-
    player(Colour),
    aggregate_all(count, (cleared(Cell, Colour), void(Cell)), N).


%   What placing a piece does

add(piece(Cell, Colour)) :-
    stays(Cell, Colour),
    \+ piece(Cell, Colour).
del(piece(Cell, Colour)) :-
    piece(Cell, Colour),
    \+ stays(Cell, Colour).

del(hand(Player, Colour, N)) :-
    does(place(Colour, _)),
    turn(Player),
    hand(Player, Colour, N).
add(hand(Player, Colour, Fewer)) :-
    does(place(Colour, _)),
    turn(Player),
    hand(Player, Colour, N),
    Fewer is N - 1.

del(bonus(Colour, N)) :-
    bonus(Colour, N),
    earned(Colour, More),
    More > 0.
add(bonus(Colour, Sum)) :-
    bonus(Colour, N),
    earned(Colour, More),
    More > 0,
    Sum is N + More.

del(risk(Colour, N)) :-
    risk(Colour, N),
    risked(Colour, More),
    More > 0.
add(risk(Colour, Sum)) :-
    risk(Colour, N),
    risked(Colour, More),
    More > 0,
    Sum is N + More.

del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).


%   Why a piece is refused

refuse(place(Colour, Cell), off_board) :-
    tried(place(Colour, Cell)),
    \+ cell(Cell).
refuse(place(Colour, Cell), void) :-
    tried(place(Colour, Cell)),
    void(Cell).
refuse(place(Colour, Cell), occupied) :-
    tried(place(Colour, Cell)),
    occupied(Cell).
refuse(place(Colour, Cell), none_left) :-
    tried(place(Colour, Cell)),
    turn(Player),
    hand(Player, Colour, 0).

reason(off_board, 'there is no such cell').
reason(void, 'nothing may be placed on the void, the outer ring').
reason(occupied, 'a piece is there already').
reason(none_left, 'you have no piece of that colour left').


%   The end

% All pieces are placed, or there is no cell to place one on.
finished :-
    \+ some_in_hand.
finished :-
    \+ free(_).

% Somebody still has a piece to place.
some_in_hand :-
    hand(_, _, N),
    N > 0.

% N pieces of Colour stand on the void.
on_void(Colour, N) :-
    player(Colour),
    aggregate_all(count, (piece(Cell, Colour), void(Cell)), N).

% Colour has more pieces on the void than the other, and pays for its risk.
endangered(Colour) :-
    opponent(Colour, Other),
    on_void(Colour, More),
    on_void(Other, Fewer),
    More > Fewer.

% What Colour would score if the game ended now.
points(Colour, Points) :-
    bonus(Colour, Points),
    \+ endangered(Colour).
points(Colour, Points) :-
    endangered(Colour),
    bonus(Colour, Bonus),
    risk(Colour, Risk),
    Points is Bonus - Risk.

% Player is ahead of Other: by points; if they are equal, by having fewer
% pieces on the void; if those are equal too, by having fewer at risk.
ahead(Player, Other) :-
    opponent(Player, Other),
    points(Player, More),
    points(Other, Fewer),
    More > Fewer.
ahead(Player, Other) :-
    level(Player, Other),
    on_void(Player, Fewer),
    on_void(Other, More),
    Fewer < More.
ahead(Player, Other) :-
    level(Player, Other),
    on_void(Player, Same),
    on_void(Other, Same),
    risk(Player, Fewer),
    risk(Other, More),
    Fewer < More.

% Both have the same points.
level(Player, Other) :-
    opponent(Player, Other),
    points(Player, Points),
    points(Other, Points).

wins(Player) :-
    finished,
    ahead(Player, _).
draw :-
    finished,
    \+ ahead(_, _).

% What has ended the game: points, or what decides where they are equal.
ending(points, More, Fewer) :-
    finished,
    ahead(Player, Other),
    points(Player, More),
    points(Other, Fewer),
    More > Fewer.
ending(fewer_on_void, Player) :-
    finished,
    ahead(Player, Other),
    level(Player, Other),
    on_void(Player, Fewer),
    on_void(Other, More),
    Fewer < More.
ending(fewer_at_risk, Player) :-
    finished,
    ahead(Player, Other),
    level(Player, Other),
    on_void(Player, Same),
    on_void(Other, Same).
ending(all_equal) :-
    finished,
    \+ ahead(_, _).

reason(points, '~w points to ~w').
reason(fewer_on_void, 'points are equal, and ~w has fewer pieces on the void').
reason(fewer_at_risk,
       'points and pieces on the void are equal, and ~w has fewer pieces at risk').
reason(all_equal, 'points, pieces on the void and pieces at risk are all equal').


%   What a position is worth
%
%   As if the game ended now: above all the points; where they are equal, pieces
%   on the void and at risk tell, as they do at the end.

:- weight(point, 1000, 0, 2000).        % what a point counts
:- weight(on_void, 25, 0, 400).         % what a piece on the void costs
:- weight(at_risk, 1, 0, 400).          % what a piece at risk costs

% What Player has reached so far. No more than 18 pieces stand on the void, and
% no more than 20 can be at risk.
standing(Player, Worth) :-
    points(Player, Points),
    on_void(Player, Void),
    risk(Player, Risk),
    weight(point, ForPoints),
    weight(on_void, ForVoid),
    weight(at_risk, ForRisk),
    Worth is ForPoints * Points - ForVoid * Void - ForRisk * Risk.

value(Player, Value) :-
    opponent(Player, Other),
    standing(Player, Own),
    standing(Other, Theirs),
    Value is Own - Theirs.


%   Where the points come from

% Player has so many Points for What. All of them together are points/2; where
% these are equal, a line without points says what decides.
score(Player, 'bonus: pieces that left the board, not from the void', Points) :-
    bonus(Player, Points).
score(Player, 'risk: pieces that left from the void, with more still on it', Points) :-
    endangered(Player),
    risk(Player, Risk),
    Risk > 0,
    Points is 0 - Risk.
score(Player, 'risk that costs nothing: not more pieces on the void', 0) :-
    risk(Player, Risk),
    Risk > 0,
    \+ endangered(Player).
score(Player, 'equal points: fewer pieces on the void decide', 0) :-
    level(Player, Other),
    on_void(Player, Fewer),
    on_void(Other, More),
    Fewer < More.
score(Player, 'equal points and void: the smaller risk decides', 0) :-
    level(Player, Other),
    on_void(Player, Same),
    on_void(Other, Same),
    risk(Player, Fewer),
    risk(Other, More),
    Fewer < More.


%   Positions that cannot be
%
%   Who sets up a position is told what is wrong with it. No game leads there.

% The position cannot be, for that Reason.
unsound(one_cell) :-
    piece(Cell, Colour),
    piece(Cell, Other),
    Colour \= Other.
unsound(group_left) :-
    cleared(_, _).
unsound(no_count) :-
    player(Player),
    player(Colour),
    aggregate_all(count, hand(Player, Colour, _), Counts),
    Counts \= 1.
unsound(no_count) :-
    player(Colour),
    aggregate_all(count, bonus(Colour, _), Counts),
    Counts \= 1.
unsound(no_count) :-
    player(Colour),
    aggregate_all(count, risk(Colour, _), Counts),
    Counts \= 1.
unsound(below_zero) :-
    hand(_, _, N),
    N < 0.
unsound(below_zero) :-
    bonus(_, N),
    N < 0.
unsound(below_zero) :-
    risk(_, N),
    N < 0.
unsound(too_many) :-
    hand(Player, Player, N),
    N > 10.
unsound(too_many) :-
    hand(Player, Colour, N),
    Player \= Colour,
    N > 5.
unsound(too_many) :-
    bonus(Colour, Bonus),
    risk(Colour, Risk),
    aggregate_all(count, piece(_, Colour), OnBoard),
    Bonus + Risk + OnBoard > 15.
unsound(wrong_turn) :-
    turn(red),
    turn_number(N),
    N mod 2 =:= 0.
unsound(wrong_turn) :-
    turn(blue),
    turn_number(N),
    N mod 2 =:= 1.

reason(one_cell, 'two pieces are on one cell').
reason(group_left, 'four of a colour that touch would have left the board').
reason(no_count, 'hand, bonus and risk give one number for each player and colour').
reason(below_zero, 'there cannot be fewer than no pieces').
reason(too_many, 'there are more pieces than the game has: 15 of each colour').
reason(wrong_turn, 'with that number of the turn, the other player is to move').


%   How it is drawn and written

% A magnet shows the first letter of its colour; the colour is r or b.
glyph(Cell, Letter, Colour) :-
    piece(Cell, Colour),
    letter(Colour, Letter).

% Letter stands for Colour.
letter(red, r).
letter(blue, b).

% The void is darker than the cells where pieces can be placed.
shaded(Cell) :-
    void(Cell).

% Player has N pieces of Colour to place.
in_hand(Player, Colour, N) :-
    hand(Player, Colour, N).

% N pieces of Colour have left the board: as points, or as a risk.
tally(Colour, bonus, N) :-
    bonus(Colour, N).
tally(Colour, risk, N) :-
    risk(Colour, N).

% A piece is placed by colour and cell, r d2, or by column and line, r 4 2; the colour
% is r or b.
:- notation(place(Colour, Cell), [Letter, ' ', Cell], letter(Colour, Letter)).
:- notation(place(Colour, Cell), [Colour, ' ', Cell]).
:- notation(place(Colour, Cell), [Letter, ' ', Column, ' ', Line],
            (letter(Colour, Letter), column(Cell, Column), row(Cell, Line))).
