import * as v from 'valibot';
import type { Position } from '#shared/geo/geodesy.ts';
import { PlaceParameter } from './parameters.ts';

/** The place that a link names as `ll`; undefined if it names none. */
export function placeOfLink(ll: string | undefined): Position | undefined {
  const parsed = v.safeParse(PlaceParameter, ll);
  return parsed.success ? parsed.output : undefined;
}
