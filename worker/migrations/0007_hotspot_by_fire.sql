-- The hotspots of one fire, and whether any was not gathered yet, without reading all of them each minute.
CREATE INDEX hotspot_by_fire ON hotspot (fire, minute);
