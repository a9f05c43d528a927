import * as v from 'valibot';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Latitude = v.pipe(v.number(), v.minValue(-90), v.maxValue(90));
const Longitude = v.pipe(v.number(), v.minValue(-180), v.maxValue(180));

/** A second source that watches the first, as `hello` tells of it; absent where there is none. */
export const ToldWitness = v.object({ name: v.string(), attribution: v.string() });

/**
 * `unseen-storm`: the witness sees lightning where the primary source tells none. A reader must accept others: no list of
 * values is checked.
 */
const WitnessAlarm = v.object({
  alarm: v.string(),
  sinceMs: v.pipe(Count, v.description('Begin of the first slot in which it was so.')),
  latitude: v.pipe(Latitude, v.description('Middle of the three by three cells of 0.5° that it is about.')),
  longitude: Longitude,
  flashes: v.pipe(Count, v.description('What the witness saw there in two slots.')),
  expected: v.pipe(v.number(), v.description('Strikes of the primary source that would have been usual for so many.')),
});
export type WitnessAlarm = v.InferOutput<typeof WitnessAlarm>;

/** `witness` of `/status`. It raises and clears nothing else. */
export const WitnessStatus = v.object({
  name: v.string(),
  newestMs: v.pipe(v.nullable(Count), v.description('Up to when its newest slot that was read reaches.')),
  slots: v.pipe(
    v.object({ compared: Count, warned: Count, homeUnread: Count, unread: Count }),
    v.description(
      'Slots that ended within 24 hours. Only compared ones count: of `warned` ones the source says itself that they are incomplete, in `homeUnread` ones the primary source was not read, `unread` ones were not had, or not yet.',
    ),
  ),
  strikesPerFlash: v.pipe(
    v.number(),
    v.description('Strikes of the primary source for each flash: the lower quartile of 30 days, 0.1 to begin with.'),
  ),
  alarms: v.array(WitnessAlarm),
});
export type WitnessStatus = v.InferOutput<typeof WitnessStatus>;

/** Body of `GET /witness/flashes`. */
export const WitnessFlashes = v.object({
  name: v.string(),
  attribution: v.string(),
  newestMs: WitnessStatus.entries.newestMs,
  flashes: v.pipe(
    v.array(v.tuple([Latitude, Longitude, Count])),
    v.description('Flashes of the last 30 minutes in home, newest first: `[latitude, longitude, timestampMs]`.'),
  ),
});
export type WitnessFlashes = v.InferOutput<typeof WitnessFlashes>;

const Hours = v.pipe(v.array(Count), v.length(24));

/** `witness` of `/proof`: what both sources told of the last 30 days. */
export const WitnessProof = v.object({
  name: v.string(),
  attribution: v.string(),
  slots: v.pipe(Count, v.description('Slots that were compared.')),
  both: v.pipe(
    Hours,
    v.description('By the hour of the day in UTC: in how many slots and cells of 0.5° both told lightning.'),
  ),
  witnessOnly: Hours,
  primaryOnly: Hours,
  flashes: Count,
  flashesMatched: v.pipe(Count, v.description('Flashes with a strike within 2 s and 30 km.')),
  strikes: Count,
  strikesMatched: Count,
});
export type WitnessProof = v.InferOutput<typeof WitnessProof>;
