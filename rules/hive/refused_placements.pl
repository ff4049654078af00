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
