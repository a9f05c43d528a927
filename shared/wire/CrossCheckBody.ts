import * as v from 'valibot';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Latitude = v.pipe(v.number(), v.minValue(-90), v.maxValue(90));
const Longitude = v.pipe(v.number(), v.minValue(-180), v.maxValue(180));

/** A second source that checks the first, as sent in `hello`; absent where there is none. */
export const ToldCrossCheck = v.object({ name: v.string(), attribution: v.string() });

/**
 * `unseen-storm`: the cross-check satellite sees lightning where the primary source tells none. A reader must accept others: no list of
 * values is checked.
 */
const CrossCheckAlarm = v.object({
  alarm: v.string(),
  sinceMs: v.pipe(Count, v.description('Start of the first affected interval.')),
  latitude: v.pipe(Latitude, v.description('Centre of the 3 × 3 cells of 0.5°.')),
  longitude: Longitude,
  flashes: v.pipe(Count, v.description('Satellite flashes there in two intervals.')),
  expected: v.pipe(v.number(), v.description('Strikes normally expected for that many flashes.')),
});
export type CrossCheckAlarm = v.InferOutput<typeof CrossCheckAlarm>;

/** `crossCheck` of `/status`. It raises and clears nothing else. */
export const CrossCheckStatus = v.object({
  name: v.string(),
  newestMs: v.pipe(v.nullable(Count), v.description('End of the latest interval received.')),
  slots: v.pipe(
    v.object({ compared: Count, warned: Count, homeIncomplete: Count, unavailable: Count }),
    v.description(
      'Intervals within 24 h. Only `compared` ones count. `warned`: incomplete according to the source; `homeIncomplete`: primary data incomplete; `unavailable`: not available (yet).',
    ),
  ),
  strikesPerFlash: v.pipe(v.number(), v.description('Strikes per flash: lower quartile over 30 days, initially 0.1.')),
  alarms: v.array(CrossCheckAlarm),
});
export type CrossCheckStatus = v.InferOutput<typeof CrossCheckStatus>;

/** Body of `GET /cross-check/flashes`. */
export const CrossCheckFlashes = v.object({
  name: v.string(),
  attribution: v.string(),
  newestMs: CrossCheckStatus.entries.newestMs,
  flashes: v.pipe(
    v.array(v.tuple([Latitude, Longitude, Count])),
    v.description('Flashes of the last 30 minutes in home, newest first: `[latitude, longitude, timestampMs]`.'),
  ),
});
export type CrossCheckFlashes = v.InferOutput<typeof CrossCheckFlashes>;

const Hours = v.pipe(v.array(Count), v.length(24));

/** `crossCheck` of `/verification`: what both sources reported in the last 30 days. */
export const CrossCheckProof = v.object({
  name: v.string(),
  attribution: v.string(),
  slots: v.pipe(Count, v.description('Intervals compared.')),
  both: v.pipe(Hours, v.description('Cells and intervals in which both detected lightning, by UTC hour.')),
  crossCheckOnly: Hours,
  primaryOnly: Hours,
  flashes: Count,
  flashesMatched: v.pipe(Count, v.description('Flashes with a strike within 2 s and 30 km.')),
  strikes: Count,
  strikesMatched: Count,
});
export type CrossCheckProof = v.InferOutput<typeof CrossCheckProof>;
