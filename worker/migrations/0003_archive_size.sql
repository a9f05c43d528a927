-- How many strikes the archive holds, so that nobody has to count them. Inserts and deletions keep it in their own
-- transaction. `counted_seq` is the seq it was last kept at: what lies between that and `seq` was inserted by a release
-- that does not know the column, and is added with the next insert.
-- A big table is not counted but taken for as many strikes as its ordinals span, which is never too few.
-- `elsewhere_pruned_ms`: before this instant, cells on the edge of home hold no strike outside home.
ALTER TABLE archive_state ADD COLUMN strikes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE archive_state ADD COLUMN counted_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE archive_state ADD COLUMN elsewhere_pruned_ms INTEGER NOT NULL DEFAULT 0;
UPDATE archive_state SET counted_seq = seq, strikes = CASE
  WHEN (SELECT max(ordinal) FROM strike) - (SELECT min(ordinal) FROM strike) > 1000000
    THEN (SELECT max(ordinal) FROM strike) - (SELECT min(ordinal) FROM strike) + 1
  ELSE (SELECT count(*) FROM strike) END;
