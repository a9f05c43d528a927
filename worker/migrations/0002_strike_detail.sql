-- What its source told of a strike beyond time and place, as JSON (`StrikeDetail`). A strike of which nothing more was told
-- has no row. A detail goes with its strike.
CREATE TABLE strike_detail (
  ordinal INTEGER PRIMARY KEY REFERENCES strike (ordinal) ON DELETE CASCADE,
  detail TEXT NOT NULL
);
