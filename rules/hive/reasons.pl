%   What a player is told
%
%   The reasons come in the order in which they stand here: whose piece it is, what
%   is true of the piece, of the way it would take, and of the cell it would come
%   to.

% The message for a Reason.
reason(not_your_turn, 'that piece''s player is not to move').
reason(not_yours, 'that piece is not yours').
reason(can_act, 'who can place or move a piece may not pass').

reason(no_part, 'that piece takes no part in this game').
reason(not_there, 'that piece is not there').
reason(not_in_hand, 'that piece is not in hand').
reason(covered, 'that piece is covered').
reason(stacked, 'stacked pieces cannot be thrown').
reason(splits, 'the hive would split').
reason(just_moved, 'that piece moved, or was thrown, in the turn just before').
reason(no_queen, 'nothing moves before the player''s own queen is placed').
reason(out_of_order, 'pieces of a kind enter in the order of their numbers').
reason(queen_first, 'by the tournament rule, the queen is not the first piece').
reason(queen_due, 'the queen must be placed by the fourth turn').
reason(thrower_moved, 'what could throw it moved, or was thrown, in the turn just before').
reason(thrower_covered, 'the pillbug that could throw it is covered').

reason(stays, 'a piece must go to another cell').
reason(no_pillbug, 'no pillbug of yours is between the cells to throw it').
reason(not_adjacent, 'that piece goes only to a cell next to it').
reason(not_in_line, 'a grasshopper leaps in a straight line').
reason(gap, 'a grasshopper leaps over one piece or more, and over no gap').
reason(too_narrow, 'it is too narrow to pass between two pieces').
reason(loses_contact, 'it would lose contact with the hive on its way').
reason(no_three_steps, 'there is no path of three steps for the spider').
reason(no_path, 'there is no path for the ant').
reason(no_way_over, 'there is no path over the hive for the ladybug').
reason(only_mosquitoes, 'that mosquito touches only mosquitoes').
reason(nothing_to_copy, 'no piece that the mosquito touches moves like that').
reason(hemmed_in, 'it is hemmed in: there is no cell that it could go to').

reason(not_at_origin, 'the first piece goes to the origin, (0,0)').
reason(occupied, 'there is a piece on that cell').
reason(unconnected, 'it would not touch the hive').
reason(touches_enemy, 'a new piece may not touch an enemy piece').
reason(no_entrance, 'there is no cell next to own pieces only').
