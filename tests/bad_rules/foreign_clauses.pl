% Clauses of other kinds: a grammar rule, if-then-else that fails, a query.

born(ann, 1941).

sentence(P) --> born(P, _).
young(P) :- born(P, Year), ( Year > 2000 -> true ; fail ).
count(N) :- aggregate_all(count, P^born(P, _), N).
?- born(ann, Year).
