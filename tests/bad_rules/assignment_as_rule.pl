% A rule is written like an assignment.

born(ann, 1941).
old(P) := born(P, _).
