import * as v from 'valibot';
import { InstantBody } from '#shared/time/InstantBody.ts';

const Share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

const CandidateBody = v.object({
  strikeId: v.pipe(v.string(), v.description('Of the stroke of the flash that fits best')),
  distanceKm: v.pipe(v.number(), v.minValue(0), v.description('From the middle of the pixels of the first pass')),
  timestamp: InstantBody,
  share: v.pipe(Share, v.description('Of all that lightning is expected to have lit here and then')),
});

export const FireBody = v.object({
  id: v.pipe(v.string(), v.description('Of fires that grow together the older one stays')),
  latitude: v.number(),
  longitude: v.number(),
  firstSeen: v.pipe(InstantBody, v.description('The pass that saw it first, not when it began')),
  lastSeen: InstantBody,
  frpMw: v.pipe(
    v.number(),
    v.minValue(0),
    v.description('Radiative power of all pixels of the newest pass, megawatts'),
  ),
  static: v.pipe(
    v.boolean(),
    v.description('Hot on 5 of 30 days without growing: a furnace, a flare, or a fire that creeps'),
  ),
  state: v.pipe(
    v.picklist(['likely', 'possible', 'unlikely', 'none', 'unread']),
    v.description(
      'By the chance: 50 % or more, 10 % or more, less; `none`: no lightning within 10 km in the 14 days before, and all of it was read; `unread`: too much was not read to say more than that the chance is at least what it says',
    ),
  ),
  chance: v.pipe(
    Share,
    v.description('That lightning lit it, beside all other causes. Of those called likely 4 in 10 were not'),
  ),
  unreadShare: v.exactOptional(
    v.pipe(
      Share,
      v.description(
        'Of the flashes that could have lit it, the share that fell while nothing was read: the chance is at least what it says. Absent where all was read',
      ),
    ),
  ),
  candidates: v.array(CandidateBody),
});
export type FireBody = v.InferOutput<typeof FireBody>;

const newestRow = {
  newest: v.nullable(v.pipe(InstantBody, v.description('Of the newest row of all that it tells, wherever'))),
  state: v.pipe(
    v.picklist(['fresh', 'late', 'dead']),
    v.description('The newest row is at most 6 h old, at most 12, or older: then no fire here says nothing'),
  ),
};
const FireSourceBody = v.object({ satellite: v.string(), ...newestRow });

const FiresSouthBody = v.pipe(
  v.object({ below: v.pipe(v.number(), v.description('Latitude, degrees')), ...newestRow }),
  v.description(
    'Where home reaches so far: what the satellites saw south of this latitude is read of files of its own. While they are dead, fires may be missing there',
  ),
);

export const FiresSimulated = v.exactOptional(
  v.pipe(v.literal(true), v.description('Fires and lightning are made up')),
);

/** What NASA asks to be linked where hotspots of FIRMS are shown or passed on. */
export const FIRMS_DISCLAIMER = 'https://www.earthdata.nasa.gov/learn/find-data/near-real-time/citation';

/** A page of the list has no more. */
export const FIRES_A_PAGE = 2_000;

/** Answer of `GET /fires`. */
export const FiresBody = v.object({
  fires: v.array(FireBody),
  next: v.exactOptional(v.pipe(v.string(), v.description('Address of the next page. Absent on the last one only.'))),
  sources: v.array(FireSourceBody),
  south: v.exactOptional(FiresSouthBody),
  simulated: FiresSimulated,
});
export type FiresBody = v.InferOutput<typeof FiresBody>;
