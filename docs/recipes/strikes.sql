-- Lightning by day, for DuckDB 1.2 or newer. Write your key; where files are open to all, leave this statement out.
CREATE OR REPLACE SECRET lightning (TYPE http, BEARER_TOKEN 'blk_…', SCOPE 'https://lightning.example');
SET TimeZone = 'UTC';

-- A day that is over. Or download it and write the name of the file here:
-- curl -LO -H 'Authorization: Bearer blk_…' https://lightning.example/api/v1/files/2026-07-01.parquet
SET VARIABLE day = 'https://lightning.example/api/v1/files/2026-07-01.parquet';

-- First: what of the day was not read. That no strike is told there says nothing of the sky.
SELECT decode(value) AS gaps FROM parquet_kv_metadata(getvariable('day')) WHERE decode(key) = 'gaps';

-- Strikes by hour
SELECT date_trunc('hour', timestamp) AS hour, count(*) AS strikes
FROM read_parquet(getvariable('day')) GROUP BY ALL ORDER BY hour;

-- The ten strongest, if the source tells currents
SELECT timestamp, latitude, longitude, currentKa
FROM read_parquet(getvariable('day')) WHERE currentKa IS NOT NULL ORDER BY abs(currentKa) DESC LIMIT 10;

-- Within 25 km of a place, the nearest first
WITH away AS (
  SELECT *, 6371 * 2 * asin(sqrt(
    sin(radians(latitude - 42.6977) / 2) ** 2
    + cos(radians(latitude)) * cos(radians(42.6977)) * sin(radians(longitude - 23.3219) / 2) ** 2)) AS km
  FROM read_parquet(getvariable('day')))
SELECT timestamp, round(km, 1) AS km, latitude, longitude FROM away WHERE km <= 25 ORDER BY km;

-- Many days that were downloaded, as one table of your own
-- CREATE TABLE strikes AS SELECT * EXCLUDE geometry FROM '2026-07-*.parquet';
