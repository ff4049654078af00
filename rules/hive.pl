%   Hive.
%
%   Two swarms of bugs on a plane of hexagons without end. There is no board
%   but the pieces themselves: the hive. A player whose queen is surrounded on
%   all six sides has lost.
%
%   A position is made of
%       at(Piece, Cell, Level)      Piece is on Cell, at Level 1 on the ground,
%                                   at 2 on top of one other piece, and so on
%       turn(Player)                it is Player's move
%       moved(Piece)                Piece moved, or was thrown, in the turn
%                                   just before
%   and a player can
%       place(Piece, Cell)          bring in a piece from the hand
%       move(Piece, From, To)       move a piece, or throw one by a pillbug
%       pass                        if there is nothing else to do
%
%   Cells are (Q,R): a step east adds 1 to Q, a step south-east adds 1 to R.
%
%   Good to ask about, besides legal(Action):
%       occupied(Cell)              some piece is on Cell
%       adjacent(Piece, Other)      Piece and Other touch
%       covered(Piece)              another piece lies on Piece
%       pinned(Piece)               without Piece the hive would split
%       slide(Piece, From, To)      Piece could slide from From to To
%       reachable(Piece, Cell)      Piece gets to Cell as an ant does
%       throws(Thrower, Piece, From, To)    Thrower can throw Piece
%       surrounded(Player)          Player's queen is surrounded
%       good(Piece, Reason, Points) what is good about the place of Piece

:- title('Hive').
:- option(mosquito, off, [off, on]).
:- option(ladybug, off, [off, on]).
:- option(pillbug, off, [off, on]).
:- option(starts, white, [white, black]).
:- option(tournament, on, [on, off]).
:- option(style, insects, [mobility, density, insects]).
:- board(hex).
:- players([white, black]).
:- type(kind, [queen, spider, beetle, grasshopper, ant, mosquito, ladybug,
               pillbug]).
:- type(piece, [wQ, wS1, wS2, wB1, wB2, wG1, wG2, wG3, wA1, wA2, wA3, wM, wL, wP,
                bQ, bS1, bS2, bB1, bB2, bG1, bG2, bG3, bA1, bA2, bA3, bM, bL, bP]).

:- state(at(piece, cell, int)).
:- state(turn(player)).
:- memory(moved(piece)).
:- action(place(piece, cell)).
:- action(move(piece, cell, cell)).
:- action(pass).
:- opaque(joint/3).


%   The pieces

% Piece is Player's, and the Number-th one of its Kind.
bug(wQ, white, queen, 1).
bug(wS1, white, spider, 1).
bug(wS2, white, spider, 2).
bug(wB1, white, beetle, 1).
bug(wB2, white, beetle, 2).
bug(wG1, white, grasshopper, 1).
bug(wG2, white, grasshopper, 2).
bug(wG3, white, grasshopper, 3).
bug(wA1, white, ant, 1).
bug(wA2, white, ant, 2).
bug(wA3, white, ant, 3).
bug(wM, white, mosquito, 1).
bug(wL, white, ladybug, 1).
bug(wP, white, pillbug, 1).
bug(bQ, black, queen, 1).
bug(bS1, black, spider, 1).
bug(bS2, black, spider, 2).
bug(bB1, black, beetle, 1).
bug(bB2, black, beetle, 2).
bug(bG1, black, grasshopper, 1).
bug(bG2, black, grasshopper, 2).
bug(bG3, black, grasshopper, 3).
bug(bA1, black, ant, 1).
bug(bA2, black, ant, 2).
bug(bA3, black, ant, 3).
bug(bM, black, mosquito, 1).
bug(bL, black, ladybug, 1).
bug(bP, black, pillbug, 1).

% Of two pieces of a player that are of one kind, Before comes first.
enters_before(Before, Piece) :-
    bug(Before, Player, Kind, Lower),
    bug(Piece, Player, Kind, Number),
    Lower < Number.

% Bugs of that Kind take part in this game.
takes_part(queen).
takes_part(spider).
takes_part(beetle).
takes_part(grasshopper).
takes_part(ant).
takes_part(mosquito) :-
    option(mosquito, on).
takes_part(ladybug) :-
    option(ladybug, on).
takes_part(pillbug) :-
    option(pillbug, on).


%   Directions

% Turning clockwise, Next comes right after Dir.
clockwise(e, se).
clockwise(se, sw).
clockwise(sw, w).
clockwise(w, nw).
clockwise(nw, ne).
clockwise(ne, e).

% Dir and Next are directions side by side.
side_by_side(Dir, Next) :-
    clockwise(Dir, Next).
side_by_side(Dir, Next) :-
    clockwise(Next, Dir).

% The directions in an order, to have a first one.
order(e, 1).
order(se, 2).
order(sw, 3).
order(w, 4).
order(nw, 5).
order(ne, 6).

% In that order, Dir comes before Later.
earlier(Dir, Later) :-
    order(Dir, N),
    order(Later, M),
    N < M.


%   The hive

% Some piece is on Cell.
occupied(Cell) :-
    at(_, Cell, _).

% Piece can be seen from above: on Cell, at Level, with nothing on top of it.
visible(Piece, Cell, Level) :-
    at(Piece, Cell, Level),
    \+ (at(_, Cell, Higher), Higher > Level).

% Another piece lies on top of Piece.
covered(Piece) :-
    at(Piece, _, _),
    \+ visible(Piece, _, _).

% Piece has its cell on the ground to itself.
alone(Piece, Cell) :-
    visible(Piece, Cell, 1).

% Piece and Other touch: they can be seen, on cells next to each other.
adjacent(Piece, Other) :-
    visible(Piece, Cell, _),
    step(Cell, _, Next),
    visible(Other, Next, _).

% A piece of Player's that can be seen touches Cell.
touches(Player, Cell) :-
    visible(Piece, At, _),
    step(At, _, Cell),
    bug(Piece, Player, _, _).

% Player's queen is in the hive.
queen_is_down(Player) :-
    bug(Queen, Player, queen, _),
    at(Queen, _, _).

% Player has a piece in the hive.
has_entered(Player) :-
    bug(Piece, Player, _, _),
    at(Piece, _, _).


%   Setting up

start(turn(white)) :-
    option(starts, white).
start(turn(black)) :-
    option(starts, black).


%   Placing

legal(place(Piece, Cell)) :-
    may_enter(Piece),
    entrance(Cell).

% Player holds Piece: it takes part in the game, and is not in the hive.
in_hand(Player, Piece) :-
    bug(Piece, Player, Kind, _),
    takes_part(Kind),
    \+ at(Piece, _, _).

% Player has no piece left to bring in.
empty_handed(Player) :-
    player(Player),
    \+ in_hand(Player, _).

% The player to move may bring in Piece: the first one left of its kind.
may_enter(Piece) :-
    turn(Player),
    in_hand(Player, Piece),
    \+ out_of_order(Piece),
    \+ too_early(Piece),
    \+ waits_for_queen(Piece).

% A piece that enters before Piece is still in hand.
out_of_order(Piece) :-
    enters_before(Before, Piece),
    in_hand(_, Before).

% Under the tournament rule a queen is not a player's first piece.
too_early(Queen) :-
    option(tournament, on),
    bug(Queen, Player, queen, _),
    \+ has_entered(Player).

% It is the fourth turn of the player to move, or a later one. The queen comes
% in now, before Piece.
waits_for_queen(Piece) :-
    turn_number(N),
    N > 6,
    turn(Player),
    bug(Piece, Player, Kind, _),
    Kind \= queen,
    \+ queen_is_down(Player).

% The player to move, who has pieces left, may bring one in on Cell. The first
% piece of all goes to the origin, the second next to it, and every other one
% next to own pieces only.
entrance((0,0)) :-
    \+ occupied(_).
entrance(Cell) :-
    turn(Player),
    \+ has_entered(Player),
    occupied(Other),
    step(Other, _, Cell).
entrance(Cell) :-
    turn(Player),
    \+ empty_handed(Player),
    opponent(Player, Enemy),
    touches(Player, Cell),
    \+ occupied(Cell),
    \+ touches(Enemy, Cell).


%   One hive

% Clockwise around Cell, a row of neighbours ends in direction Dir.
row_ends(Cell, Dir) :-
    alone(_, Cell),
    clockwise(Dir, Next),
    step(Cell, Dir, Last),
    occupied(Last),
    step(Cell, Next, Gap),
    \+ occupied(Gap).

% The neighbours of Cell stand in several rows, with gaps between them. So perhaps
% only the piece on Cell holds them together. The first row ends at First, another
% at Other.
joint(Cell, First, Other) :-
    row_ends(Cell, Dir),
    \+ (row_ends(Cell, Before), earlier(Before, Dir)),
    row_ends(Cell, Later),
    earlier(Dir, Later),
    step(Cell, Dir, First),
    step(Cell, Later, Other).

% With the piece on Gone lifted, Cell still hangs together with the first row
% of Gone's neighbours.
hangs(Gone, Cell) :-
    joint(Gone, Cell, _).
hangs(Gone, Next) :-
    hangs(Gone, Cell),
    step(Cell, _, Next),
    occupied(Next),
    Next \= Gone.

% Piece cannot leave its cell without splitting the hive.
pinned(Piece) :-
    alone(Piece, Cell),
    joint(Cell, _, Other),
    \+ hangs(Cell, Other).


%   Freedom to move

% Another piece than Piece is on Cell.
obstacle(Piece, Cell) :-
    piece(Piece),
    at(Other, Cell, _),
    Other \= Piece.

% If Piece, which is alone on its cell, were lifted and put down on From, it
% could slide to To: around the piece on Pivot. The cell across is free as well,
% or else the way would be too narrow.
slide(Piece, From, To) :-
    alone(Piece, _),
    obstacle(Piece, Pivot),
    step(Pivot, Dir, From),
    side_by_side(Dir, Next),
    step(Pivot, Next, To),
    step(From, Next, Across),
    \+ obstacle(Piece, From),
    \+ obstacle(Piece, To),
    \+ obstacle(Piece, Across).

% Two pieces at Level, on either side of the way from From to To, leave no room
% between them.
narrow(From, To, Level) :-
    at(_, Left, Level),
    step(Left, Dir, From),
    side_by_side(Dir, Next),
    step(Left, Next, To),
    step(From, Next, Right),
    at(_, Right, Level).

% A piece on the ground gets from From up onto To.
climbs(From, To) :-
    visible(_, To, Height),
    step(To, _, From),
    Above is Height + 1,
    \+ narrow(From, To, Above).

% A piece on top of From gets over onto To.
crosses(From, To) :-
    visible(_, From, Height),
    step(From, _, To),
    visible(_, To, Other),
    Above is max(Height, Other) + 1,
    \+ narrow(From, To, Above).

% A piece on top of From gets down to To, on the ground.
descends(From, To) :-
    visible(_, From, Height),
    step(From, _, To),
    \+ occupied(To),
    Above is Height + 1,
    \+ narrow(From, To, Above).


%   Moving

legal(move(Piece, From, To)) :-
    movable(Piece, From, _),
    goes(Piece, From, To).
legal(move(Piece, From, To)) :-
    throws(_, Piece, From, To).

% The player to move may move Piece, at Level on From: the queen is down, no
% piece lies on Piece, it did not move just before, and the hive would not split.
movable(Piece, From, Level) :-
    turn(Player),
    queen_is_down(Player),
    bug(Piece, Player, _, _),
    visible(Piece, From, Level),
    \+ moved(Piece),
    \+ pinned(Piece).

% Piece may set out from From the way bugs of that Kind do. On the ground a
% mosquito moves like any piece it touches, on top of the hive like a beetle.
sets_out(Piece, Kind, From) :-
    movable(Piece, From, _),
    bug(Piece, _, Kind, _),
    Kind \= mosquito.
sets_out(Piece, Kind, From) :-
    movable(Piece, From, 1),
    bug(Piece, _, mosquito, _),
    adjacent(Piece, Other),
    bug(Other, _, Kind, _),
    Kind \= mosquito.
sets_out(Piece, beetle, From) :-
    movable(Piece, From, Level),
    bug(Piece, _, mosquito, _),
    Level > 1.

% A queen, a pillbug and a beetle slide one cell.
goes(Piece, From, To) :-
    sets_out(Piece, Kind, From),
    goes_one_cell(Kind),
    slide(Piece, From, To).

% A beetle also climbs onto a piece, walks on top of the hive, and gets down.
goes(Piece, From, To) :-
    sets_out(Piece, beetle, From),
    at(Piece, From, Level),
    step(From, _, To),
    visible(_, To, Height),
    Above is max(Level, Height + 1),
    \+ narrow(From, To, Above).
goes(Piece, From, To) :-
    sets_out(Piece, beetle, From),
    at(Piece, From, Level),
    Level > 1,
    step(From, _, To),
    \+ occupied(To),
    \+ narrow(From, To, Level).

% A spider slides three cells, and comes to no cell twice.
goes(Piece, From, To) :-
    sets_out(Piece, spider, From),
    slide(Piece, From, First),
    slide(Piece, First, Second),
    Second \= From,
    slide(Piece, Second, To),
    To \= From,
    To \= First.

% An ant slides as far as it likes.
goes(Piece, From, To) :-
    sets_out(Piece, ant, From),
    reachable(Piece, To),
    To \= From.

% A grasshopper leaps in a straight line over pieces to the first empty cell.
goes(Piece, From, To) :-
    sets_out(Piece, grasshopper, From),
    leaps(Piece, Dir, Over),
    step(Over, Dir, To),
    \+ occupied(To).

% A ladybug walks over two pieces and gets down behind them.
goes(Piece, From, To) :-
    sets_out(Piece, ladybug, From),
    climbs(From, First),
    crosses(First, Second),
    Second \= From,
    descends(Second, To).

% Bugs of that Kind go only one cell at a time.
goes_one_cell(queen).
goes_one_cell(pillbug).
goes_one_cell(beetle).

% Piece, which the player to move may move like an ant, gets to Cell by sliding.
reachable(Piece, Cell) :-
    sets_out(Piece, ant, From),
    slide(Piece, From, Cell).
reachable(Piece, Next) :-
    reachable(Piece, Cell),
    slide(Piece, Cell, Next).

% In direction Dir, Piece, which may move like a grasshopper, leaps over Cell.
leaps(Piece, Dir, Cell) :-
    sets_out(Piece, grasshopper, From),
    step(From, Dir, Cell),
    occupied(Cell).
leaps(Piece, Dir, Next) :-
    leaps(Piece, Dir, Cell),
    step(Cell, Dir, Next),
    occupied(Next).


%   Throwing

% The player to move can throw pieces with Piece, on Cell: the queen is down,
% and Piece has the power, is not covered, and did not move just before.
thrower(Piece, Cell) :-
    turn(Player),
    queen_is_down(Player),
    has_pillbug_power(Piece),
    bug(Piece, Player, _, _),
    alone(Piece, Cell),
    \+ moved(Piece).

% Piece is a pillbug, or a mosquito that touches one.
has_pillbug_power(Piece) :-
    bug(Piece, _, pillbug, _),
    at(Piece, _, _).
has_pillbug_power(Piece) :-
    bug(Piece, _, mosquito, _),
    adjacent(Piece, Pillbug),
    bug(Pillbug, _, pillbug, _).

% Thrower, of the player to move, can lift Piece from From onto its back, and
% set it down on To.
throws(Thrower, Piece, From, To) :-
    thrower(Thrower, Cell),
    step(Cell, _, From),
    alone(Piece, From),
    \+ moved(Piece),
    \+ pinned(Piece),
    climbs(From, Cell),
    descends(Cell, To).


%   Passing

legal(pass) :-
    \+ legal(place(_, _)),
    \+ legal(move(_, _, _)).


%   What an action does

add(at(Piece, Cell, 1)) :-
    does(place(Piece, Cell)).

del(at(Piece, From, Level)) :-
    does(move(Piece, From, _)),
    at(Piece, From, Level).
add(at(Piece, To, 1)) :-
    does(move(Piece, _, To)),
    \+ occupied(To).
add(at(Piece, To, Level)) :-
    does(move(Piece, _, To)),
    visible(_, To, Height),
    Level is Height + 1.

del(moved(Piece)) :-
    moved(Piece).
add(moved(Piece)) :-
    does(move(Piece, _, _)).

del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).


%   Why a placement is refused

refuse(place(Piece, Cell), not_your_turn) :-
    tried(place(Piece, Cell)),
    turn(Player),
    opponent(Player, Enemy),
    bug(Piece, Enemy, _, _).
refuse(place(Piece, Cell), not_in_hand) :-
    tried(place(Piece, Cell)),
    \+ in_hand(_, Piece).
refuse(place(Piece, Cell), out_of_order) :-
    tried(place(Piece, Cell)),
    out_of_order(Piece).
refuse(place(Piece, Cell), queen_first) :-
    tried(place(Piece, Cell)),
    too_early(Piece).
refuse(place(Piece, Cell), queen_due) :-
    tried(place(Piece, Cell)),
    waits_for_queen(Piece).
refuse(place(Piece, Cell), not_at_origin) :-
    tried(place(Piece, Cell)),
    \+ occupied(_),
    Cell \= (0,0).
refuse(place(Piece, Cell), occupied) :-
    tried(place(Piece, Cell)),
    occupied(Cell).
refuse(place(Piece, Cell), unconnected) :-
    tried(place(Piece, Cell)),
    occupied(_),
    \+ occupied(Cell),
    \+ (step(Cell, _, Next), occupied(Next)).
refuse(place(Piece, Cell), touches_enemy) :-
    tried(place(Piece, Cell)),
    turn(Player),
    bug(Piece, Player, _, _),
    has_entered(Player),
    opponent(Player, Enemy),
    touches(Enemy, Cell).

reason(not_your_turn, 'that piece''s player is not to move').
reason(not_in_hand, 'that piece is not in hand').
reason(out_of_order, 'pieces of a kind enter in the order of their numbers').
reason(queen_first, 'by the tournament rule, the queen is not the first piece').
reason(queen_due, 'the queen must be placed by the fourth turn').
reason(not_at_origin, 'the first piece goes to the origin, (0,0)').
reason(occupied, 'there is a piece on that cell').
reason(unconnected, 'it would not touch the hive').
reason(touches_enemy, 'a new piece may not touch an enemy piece').


%   Why a pass is refused

refuse(pass, can_act) :-
    tried(pass),
    legal(place(_, _)).
refuse(pass, can_act) :-
    tried(pass),
    legal(move(_, _, _)).

reason(can_act, 'who can place or move a piece may not pass').


%   Why a move is refused: whatever the piece

refuse(move(Piece, From, To), not_there) :-
    tried(move(Piece, From, To)),
    \+ at(Piece, From, _).
refuse(move(Piece, From, To), no_queen) :-
    tried(move(Piece, From, To)),
    turn(Player),
    \+ queen_is_down(Player).
refuse(move(Piece, From, To), covered) :-
    tried(move(Piece, From, To)),
    covered(Piece).
refuse(move(Piece, From, To), just_moved) :-
    tried(move(Piece, From, To)),
    moved(Piece).
refuse(move(Piece, From, To), splits) :-
    tried(move(Piece, From, To)),
    pinned(Piece).
refuse(move(Piece, From, From), stays) :-
    tried(move(Piece, From, From)).

reason(not_there, 'that piece is not there').
reason(no_queen, 'nothing moves before the player''s own queen is placed').
reason(covered, 'that piece is covered').
reason(just_moved, 'that piece moved, or was thrown, in the turn just before').
reason(splits, 'the hive would split').
reason(stays, 'a piece must go to another cell').


%   Why a piece cannot go there by itself

% The player to move tries to move Piece, which could go the way bugs of that
% Kind do, but not to To, not even thrown. What a mosquito copies is left out.
strays(Piece, Kind, From, To) :-
    tried(move(Piece, From, To)),
    From \= To,
    sets_out(Piece, Kind, From),
    \+ copies(Piece),
    \+ goes(Piece, From, To),
    \+ throws(_, Piece, From, To).

% Piece is a mosquito on the ground, which moves like the pieces it touches.
copies(Piece) :-
    bug(Piece, _, mosquito, _),
    at(Piece, _, 1).

% In the move that is tried, To is in a straight line with From.
in_line(From, To) :-
    tried(move(_, From, To)),
    column(From, Same),
    column(To, Same).
in_line(From, To) :-
    tried(move(_, From, To)),
    row(From, Same),
    row(To, Same).
in_line(From, To) :-
    tried(move(_, From, To)),
    column(From, Q),
    row(From, R),
    column(To, Column),
    row(To, Row),
    Q + R =:= Column + Row.

refuse(move(Piece, From, To), not_adjacent) :-
    strays(Piece, Kind, From, To),
    goes_one_cell(Kind),
    \+ step(From, _, To).
refuse(move(Piece, From, To), occupied) :-
    strays(Piece, Kind, From, To),
    Kind \= beetle,
    occupied(To).
refuse(move(Piece, From, To), too_narrow) :-
    strays(Piece, Kind, From, To),
    goes_one_cell(Kind),
    at(Piece, From, Level),
    \+ occupied(To),
    narrow(From, To, Level).
refuse(move(Piece, From, To), too_narrow) :-
    strays(Piece, beetle, From, To),
    at(Piece, From, Level),
    visible(_, To, Height),
    Above is max(Level, Height + 1),
    narrow(From, To, Above).
refuse(move(Piece, From, To), loses_contact) :-
    strays(Piece, Kind, From, To),
    goes_one_cell(Kind),
    step(From, _, To),
    alone(Piece, From),
    \+ occupied(To),
    \+ narrow(From, To, 1).
refuse(move(Piece, From, To), no_three_steps) :-
    strays(Piece, spider, From, To),
    \+ occupied(To).
refuse(move(Piece, From, To), no_path) :-
    strays(Piece, ant, From, To),
    \+ occupied(To).
refuse(move(Piece, From, To), no_way_over) :-
    strays(Piece, ladybug, From, To),
    \+ occupied(To).
refuse(move(Piece, From, To), not_in_line) :-
    strays(Piece, grasshopper, From, To),
    \+ in_line(From, To).
refuse(move(Piece, From, To), gap) :-
    strays(Piece, grasshopper, From, To),
    in_line(From, To),
    \+ occupied(To).
refuse(move(Piece, From, To), only_mosquitoes) :-
    tried(move(Piece, From, To)),
    movable(Piece, From, 1),
    copies(Piece),
    \+ sets_out(Piece, _, From),
    \+ throws(_, Piece, From, To).
refuse(move(Piece, From, To), nothing_to_copy) :-
    tried(move(Piece, From, To)),
    From \= To,
    copies(Piece),
    sets_out(Piece, _, From),
    \+ goes(Piece, From, To),
    \+ throws(_, Piece, From, To).

reason(not_adjacent, 'that piece goes only to a cell next to it').
reason(too_narrow, 'it is too narrow to pass between two pieces').
reason(loses_contact, 'it would lose contact with the hive on its way').
reason(no_three_steps, 'there is no path of three steps for the spider').
reason(no_path, 'there is no path for the ant').
reason(no_way_over, 'there is no path over the hive for the ladybug').
reason(not_in_line, 'a grasshopper leaps in a straight line').
reason(gap, 'a grasshopper leaps over one piece or more, and over no gap').
reason(only_mosquitoes, 'that mosquito touches only mosquitoes').
reason(nothing_to_copy, 'no piece that the mosquito touches moves like that').


%   Why an enemy piece cannot be thrown there

% The player to move, whose queen is down, tries to move an enemy Piece.
throw_tried(Piece, From, To) :-
    tried(move(Piece, From, To)),
    From \= To,
    turn(Player),
    queen_is_down(Player),
    opponent(Player, Enemy),
    bug(Piece, Enemy, _, _),
    at(Piece, From, _),
    \+ throws(_, Piece, From, To).

% A piece that can throw, on Cell, touches both From and To.
amid(From, Cell, To) :-
    throw_tried(_, From, To),
    thrower(_, Cell),
    step(Cell, _, From),
    step(Cell, _, To).

refuse(move(Piece, From, To), not_yours) :-
    throw_tried(Piece, From, To),
    \+ (thrower(_, Cell), step(Cell, _, From)).
refuse(move(Piece, From, To), no_pillbug) :-
    throw_tried(Piece, From, To),
    thrower(_, Cell),
    step(Cell, _, From),
    \+ amid(From, _, To).
refuse(move(Piece, From, To), stacked) :-
    throw_tried(Piece, From, To),
    amid(From, _, To),
    at(Piece, From, Level),
    Level > 1.
refuse(move(Piece, From, To), occupied) :-
    throw_tried(Piece, From, To),
    amid(From, _, To),
    occupied(To).
refuse(move(Piece, From, To), too_narrow) :-
    throw_tried(Piece, From, To),
    amid(From, Cell, To),
    at(Piece, From, 1),
    narrow(From, Cell, 2).
refuse(move(Piece, From, To), too_narrow) :-
    throw_tried(Piece, From, To),
    amid(From, Cell, To),
    at(Piece, From, 1),
    narrow(Cell, To, 2).

reason(not_yours, 'that piece is not yours').
reason(no_pillbug, 'no pillbug of yours is between the cells to throw it').
reason(stacked, 'stacked pieces cannot be thrown').


%   The end

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


%   Who is ahead

% Cell, next to Player's queen, is occupied.
beset(Player, Cell) :-
    bug(Queen, Player, queen, _),
    at(Queen, At, _),
    step(At, _, Cell),
    occupied(Cell).

% N cells next to Player's queen are occupied; none before she is in the hive.
besieged(Player, N) :-
    player(Player),
    aggregate_all(count, beset(Player, _), N).

% Player is ahead if the game is broken off: fewer cells are occupied around the
% own queen than around the enemy's.
leads(Player) :-
    opponent(Player, Enemy),
    besieged(Player, Own),
    besieged(Enemy, Theirs),
    Own < Theirs.


%   What a position is worth
%
%   There are three styles of judging, as the option style says. Whether the
%   game is won is not for them to say. Who looks ahead by these values takes
%   the enemy's value from the own one.


%   Judging by density: whose pieces stand around whose queen
%
%   It is a difference and not a quotient, which would have no value as long as
%   a queen stands alone.

% The queen that Player is after is on Cell.
quarry(Player, Cell) :-
    opponent(Player, Enemy),
    bug(Queen, Enemy, queen, _),
    at(Queen, Cell, _).

% Piece, of Player's, stands next to the enemy queen. Of a stack only the piece
% on top counts.
attacks(Player, Piece) :-
    quarry(Player, Cell),
    step(Cell, _, Next),
    visible(Piece, Next, _),
    bug(Piece, Player, _, _).

% N pieces of Player's stand next to the enemy queen.
attackers(Player, N) :-
    player(Player),
    aggregate_all(count, attacks(Player, _), N).

value(Player, Value) :-
    option(style, density),
    opponent(Player, Enemy),
    attackers(Player, Own),
    attackers(Enemy, Theirs),
    Value is Own - Theirs.


%   Judging by mobility: who can move, with what, and how the queens stand
%
%   All numbers are 1600 times as large as they were thought out, so as to be
%   whole: 64 is 2/50 of that, 32 is 1/50, and 500 is 2.5/8. Turns are counted as
%   turn_number does, both players' together, and a stack next to a queen counts
%   once.

% Piece, of Player's, is free to move, be it Player's turn or not: it can be
% seen, the hive would not split, and the queen is down. It need not have
% anywhere to go.
free(Player, Piece) :-
    visible(Piece, _, _),
    bug(Piece, Player, _, _),
    queen_is_down(Player),
    \+ pinned(Piece).

% N pieces of Player's are free to move.
freedom(Player, N) :-
    player(Player),
    aggregate_all(count, free(Player, _), N).

% Bugs of that Kind are worth so much.
worth(spider, 15).
worth(queen, 10).
worth(beetle, 30).
worth(grasshopper, 25).
worth(ant, 30).
worth(ladybug, 25).
worth(mosquito, 30).
worth(pillbug, 25).

% Piece, of Player's, is in the hive, and worth so much.
brings(Player, Piece, Worth) :-
    at(Piece, _, _),
    bug(Piece, Player, Kind, _),
    worth(Kind, Worth).

% Player's pieces in the hive are worth Average each, in thousandths.
quality(Player, Average) :-
    player(Player),
    aggregate_all(count, brings(Player, _, _), Pieces),
    aggregate_all(sum(Worth), brings(Player, _, Worth), Total),
    Average is 1000 * Total // max(1, Pieces).

% What loses two thirds in so many turns keeps that many millionths in each.
keeps(30, 964042).
keeps(40, 972908).

% Of what loses two thirds in Span turns, so many millionths are left after
% Turns turns. From the 200th on next to nothing is.
left(Span, 0, 1000000) :-
    keeps(Span, _).
left(Span, Turns, Left) :-
    left(Span, Before, Whole),
    Before < 200,
    keeps(Span, Part),
    Turns is Before + 1,
    Left is Whole * Part // 1000000.

% By now, so much is left of the weight of the own and of the enemy's pieces.
faded(Own, Theirs) :-
    turn_number(Number),
    Turns is min(Number, 200),
    left(30, Turns, Own),
    left(40, Turns, Theirs).

value(Player, Value) :-
    option(style, mobility),
    opponent(Player, Enemy),
    freedom(Player, Free),
    freedom(Enemy, EnemyFree),
    quality(Player, Quality),
    quality(Enemy, EnemyQuality),
    faded(Left, EnemyLeft),
    besieged(Player, Danger),
    besieged(Enemy, Threat),
    Value is 1600 * (Free - EnemyFree) // max(1, Free + EnemyFree)
        + 64 * Quality * Left // 1000000000
        - 32 * EnemyQuality * EnemyLeft // 1000000000
        + 500 * (Threat - Danger).


%   Judging by insects: how good a place each bug has
%
%   This was thought out to score moves, by how much better the bug's new place
%   is than its old one. Here the places themselves count, so that what a move
%   adds to the value is its score. Whether a bug is free to leave its place is
%   not asked. Mosquitoes, ladybugs and pillbugs have no good places, nor has a
%   bug with another on top of it, other than the queen.

% Piece has a place that is worth so many Points for that Reason. A queen suffers
% from every neighbour.
good(Queen, besieged, Points) :-
    bug(Queen, Player, queen, _),
    besieged(Player, N),
    N > 0,
    Points is -40 * N.

% An ant stands well next to the enemy queen, and better where it pins her: the
% two cells next to both of them are empty.
good(Ant, harries, 30) :-
    attacks(_, Ant),
    bug(Ant, _, ant, _).
good(Ant, pins, 20) :-
    attacks(Player, Ant),
    bug(Ant, _, ant, _),
    alone(Ant, Cell),
    quarry(Player, Queen),
    step(Cell, Dir, Queen),
    \+ (side_by_side(Dir, Next), step(Cell, Next, Shared), occupied(Shared)).

% A spider hardly ever gets next to the enemy queen, and stands very well there.
good(Spider, arrived, 36) :-
    attacks(_, Spider),
    bug(Spider, _, spider, _).

% A beetle or a grasshopper fills a cell next to the enemy queen; best one that
% others could not slide into, with no two empty cells around it.
good(Piece, fills, 24) :-
    fills(Piece, _).
good(Piece, fills_gap, 16) :-
    fills(Piece, Cell),
    \+ (step(Cell, Dir, Next),
        \+ occupied(Next),
        step(Cell, Another, Other),
        \+ occupied(Other),
        Dir \= Another).

% A beetle stands better the nearer it is to the enemy queen.
good(Beetle, near, Points) :-
    away(Beetle, Distance),
    Distance < 6,
    Points is 4 * (6 - Distance).

% It stands well on top of an enemy piece, and badly on top of an own one.
good(Beetle, covers, Points) :-
    sits_on(Beetle, Enemy, Kind),
    \+ bug(Beetle, Enemy, _, _),
    burden(Kind, Points).
good(Beetle, burdens, Points) :-
    sits_on(Beetle, Player, Kind),
    bug(Beetle, Player, _, _),
    burden(Kind, Loss),
    Points is -Loss.

% From further off, spiders, grasshoppers and beetles may come next to the enemy
% queen later, by three moves at most. Each move that it takes halves what that
% is worth.
good(Beetle, on_its_way, Points) :-
    away(Beetle, Distance),
    Distance \= 1,
    Moves is abs(Distance - 1),
    Moves < 4,
    Points is 24 // 2 ^ Moves.
good(Piece, on_its_way, Points) :-
    arrives(Piece, _),
    aggregate_all(min(N), arrives(Piece, N), Moves),
    Points is 24 // 2 ^ Moves.

% To have a piece of that Kind under a beetle counts so much.
burden(Kind, 10) :-
    kind(Kind),
    Kind \= ant.
burden(ant, 20).

% Bugs of that Kind fill cells that others could not slide into.
squeezes_in(beetle).
squeezes_in(grasshopper).

% Piece, which squeezes in, has Cell to itself, next to the enemy queen.
fills(Piece, Cell) :-
    attacks(_, Piece),
    alone(Piece, Cell),
    bug(Piece, _, Kind, _),
    squeezes_in(Kind).

% Beetle lies on top of a piece of Player's, of that Kind.
sits_on(Beetle, Player, Kind) :-
    bug(Beetle, _, beetle, _),
    visible(Beetle, Cell, Level),
    Below is Level - 1,
    at(Piece, Cell, Below),
    bug(Piece, Player, Kind, _).

% Beetle is so many cells away from the enemy queen. It goes one cell a move,
% so its later moves are judged by this alone.
away(Beetle, Distance) :-
    bug(Beetle, Player, beetle, _),
    visible(Beetle, Cell, _),
    quarry(Player, Queen),
    column(Cell, Q),
    row(Cell, R),
    column(Queen, QueenQ),
    row(Queen, QueenR),
    Distance is max(max(abs(Q - QueenQ), abs(R - QueenR)),
                    abs(Q - QueenQ + R - QueenR)).

% Piece is after Queen, the enemy's.
hunts(Piece, Queen) :-
    bug(Piece, Player, _, _),
    opponent(Player, Enemy),
    bug(Queen, Enemy, queen, _).

% Bugs of that Kind look for a way to the enemy queen.
roaming(spider).
roaming(grasshopper).

% Piece, on Cell, looks for a way to the enemy queen, and is not there yet.
seeks(Piece, Cell) :-
    roaming(Kind),
    bug(Piece, _, Kind, _),
    alone(Piece, Cell),
    hunts(Piece, Queen),
    at(Queen, Heart, _),
    \+ step(Heart, _, Cell).

% Piece could come next to the enemy queen by so many moves.
arrives(Spider, Moves) :-
    roams(Spider, Moves, Cell),
    hunts(Spider, Queen),
    at(Queen, Heart, _),
    step(Heart, _, Cell).
arrives(Grasshopper, Moves) :-
    springs(Grasshopper, Dir, Over),
    step(Over, Dir, To),
    bug(Grasshopper, Player, _, _),
    leads_in(Player, Left, To),
    Moves is Left + 1.

% Spider could be on Cell after so many moves, if no other piece moved.
roams(Spider, 0, Cell) :-
    seeks(Spider, Cell),
    bug(Spider, _, spider, _).
roams(Spider, Moves, To) :-
    goes_on(Spider, Before, From),
    slide(Spider, From, First),
    slide(Spider, First, Second),
    Second \= From,
    slide(Spider, Second, To),
    To \= From,
    To \= First,
    Moves is Before + 1.

% Spider, on Cell after so many moves, goes on: it is not yet next to the enemy
% queen, and near enough to come there by three moves in all, of three cells
% each.
goes_on(Spider, Moves, Cell) :-
    roams(Spider, Moves, Cell),
    hunts(Spider, Queen),
    at(Queen, Heart, _),
    column(Cell, Q),
    row(Cell, R),
    column(Heart, HeartQ),
    row(Heart, HeartR),
    Distance is max(max(abs(Q - HeartQ), abs(R - HeartR)),
                    abs(Q - HeartQ + R - HeartR)),
    Distance > 1,
    Distance - 1 =< 3 * (3 - Moves).

% Grasshopper, which looks for a way, would leap over Cell in direction Dir.
springs(Grasshopper, Dir, Cell) :-
    seeks(Grasshopper, From),
    bug(Grasshopper, _, grasshopper, _),
    step(From, Dir, Cell),
    occupied(Cell).
springs(Grasshopper, Dir, Next) :-
    springs(Grasshopper, Dir, Cell),
    step(Cell, Dir, Next),
    occupied(Next).

% From Cell, which is empty, a grasshopper of Player's would come next to the
% enemy queen by so many moves, two at most, if no other piece moved and its own
% first cell counted as full. The ways are followed backwards, from the queen.
leads_in(Player, 0, Cell) :-
    quarry(Player, Queen),
    step(Queen, _, Cell),
    \+ occupied(Cell).
leads_in(Player, Moves, From) :-
    vaults(Player, Moves, Dir, Over),
    step(Over, Dir, From),
    \+ occupied(From).

% A grasshopper of Player's would come next to the enemy queen by so many moves,
% the first of them a leap over Cell, which comes from direction Dir.
vaults(Player, Moves, Dir, Cell) :-
    leads_in(Player, Left, To),
    Left < 2,
    Moves is Left + 1,
    step(To, Dir, Cell),
    occupied(Cell).
vaults(Player, Moves, Dir, Next) :-
    vaults(Player, Moves, Dir, Cell),
    step(Cell, Dir, Next),
    occupied(Next).

value(Player, Value) :-
    option(style, insects),
    player(Player),
    aggregate_all(sum(Points), (good(Piece, _, Points), bug(Piece, Player, _, _)), Value).


%   Positions that cannot be
%
%   Who sets up a position is told what is wrong with it. No game leads there.

% The position cannot be, for that Reason.
unsound(no_part) :-
    at(Piece, _, _),
    bug(Piece, _, Kind, _),
    \+ takes_part(Kind).
unsound(twice) :-
    at(Piece, Cell, _),
    at(Piece, Other, _),
    Cell \= Other.
unsound(twice) :-
    at(Piece, _, Level),
    at(Piece, _, Other),
    Level \= Other.
unsound(one_place) :-
    at(Piece, Cell, Level),
    at(Other, Cell, Level),
    Piece \= Other.
unsound(hole) :-
    at(_, Cell, Level),
    Level \= 1,
    Below is Level - 1,
    \+ at(_, Cell, Below).
unsound(no_climber) :-
    at(Piece, _, Level),
    Level > 1,
    bug(Piece, _, Kind, _),
    \+ stays_on_top(Kind).
unsound(several_hives) :-
    occupied(Cell),
    \+ holds_together(Cell).
unsound(moved_in_hand) :-
    moved(Piece),
    \+ at(Piece, _, _).
unsound(several_moved) :-
    moved(Piece),
    moved(Other),
    Piece \= Other.
unsound(too_many) :-
    turns_had(Player, Turns),
    aggregate_all(count, (at(Piece, _, _), bug(Piece, Player, _, _)), Pieces),
    Pieces > Turns.
unsound(wrong_turn) :-
    turn(Player),
    option(starts, Player),
    turn_number(N),
    N mod 2 =:= 0.
unsound(wrong_turn) :-
    turn(Player),
    option(starts, Other),
    opponent(Player, Other),
    turn_number(N),
    N mod 2 =:= 1.

% Bugs of that Kind may end their move on top of the hive.
stays_on_top(beetle).
stays_on_top(mosquito).

% Cell holds together with the hive's first cell: the one in its uppermost row
% that is furthest west.
holds_together(Cell) :-
    occupied(Cell),
    row(Cell, Row),
    column(Cell, Column),
    \+ (occupied(Other), row(Other, Upper), Upper < Row),
    \+ (occupied(Other), row(Other, Row), column(Other, West), West < Column).
holds_together(Next) :-
    holds_together(Cell),
    step(Cell, _, Next),
    occupied(Next).

% Player has had so many turns before this one.
turns_had(Player, Turns) :-
    player(Player),
    option(starts, Player),
    turn_number(N),
    Turns is N // 2.
turns_had(Player, Turns) :-
    player(Player),
    option(starts, Other),
    opponent(Player, Other),
    turn_number(N),
    Turns is (N - 1) // 2.

reason(no_part, 'a piece takes no part in this game: its expansion is off').
reason(twice, 'a piece is in the hive twice').
reason(one_place, 'two pieces are on one cell at the same level').
reason(hole, 'a stack has a hole: its levels go from 1 up, one by one').
reason(no_climber, 'only beetles and mosquitoes lie on top of other pieces').
reason(several_hives, 'there must be one hive: some pieces do not touch the others').
reason(moved_in_hand, 'the piece that moved just before is not in the hive').
reason(several_moved, 'only one piece moved just before').
reason(too_many, 'a player has more pieces in the hive than turns before this one').
reason(wrong_turn, 'with that number of the turn, the other player is to move').
