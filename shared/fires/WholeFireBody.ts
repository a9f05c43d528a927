import * as v from 'valibot';
import { InstantBody } from '#shared/time/InstantBody.ts';
import { FireBody, FiresSimulated } from './FiresBody.ts';
import { FIRE_SATELLITES } from './Hotspot.ts';

const Satellite = v.pipe(
  v.picklist(FIRE_SATELLITES),
  v.description('`modis`: Terra and Aqua, which are told in one file'),
);
const Power = v.pipe(v.number(), v.minValue(0), v.description('Radiative power, megawatts'));

const SightingBody = v.object({
  at: v.pipe(InstantBody, v.description('Of its first pixel, to the minute')),
  satellite: Satellite,
  hotspots: v.pipe(v.number(), v.integer(), v.minValue(1)),
  frpMw: Power,
});

const HotspotBody = v.object({
  latitude: v.pipe(v.number(), v.description('Of the pixel’s middle; the fire is anywhere in the pixel')),
  longitude: v.number(),
  at: InstantBody,
  satellite: Satellite,
  scanKm: v.pipe(v.number(), v.description('Side of the pixel across the satellite’s path')),
  trackKm: v.pipe(v.number(), v.description('Side of the pixel along the path')),
  frpMw: Power,
  confidence: v.picklist(['low', 'nominal', 'high']),
  day: v.pipe(v.boolean(), v.description('Seen by day')),
  withdrawn: v.pipe(v.boolean(), v.description('A later file of its time had it no more')),
});

/** Answer of `GET /fires/{id}`. */
export const WholeFireBody = v.object({
  ...FireBody.entries,
  sightings: v.pipe(
    v.array(SightingBody),
    v.description('What each pass saw of it, the newest first. Passes that saw nothing are told nowhere'),
  ),
  hotspots: v.pipe(v.array(HotspotBody), v.description('The newest first, 2,000 at most')),
  cut: v.pipe(v.boolean(), v.description('There are older hotspots: the last sighting may lack some')),
  simulated: FiresSimulated,
});
export type WholeFireBody = v.InferOutput<typeof WholeFireBody>;
