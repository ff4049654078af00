% One fact has a number where the others have atoms.

likes(ann, tea).
likes(bob, coffee).
likes(cara, 7).
