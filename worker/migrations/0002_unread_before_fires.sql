-- What of the lightning before a fire was not read when it was joined: the share of the flashes that could have lit it, and how
-- much time in all, by which it is known whether gaps were filled since.
ALTER TABLE fire_event ADD COLUMN unread_share REAL;
ALTER TABLE fire_event ADD COLUMN unread_ms INTEGER;
UPDATE fire_event SET unread_ms = 1209600000 WHERE state = 'unread';
DROP INDEX fire_event_unread;
CREATE INDEX fire_event_unread ON fire_event (last_seen_ms) WHERE unread_ms > 0;
