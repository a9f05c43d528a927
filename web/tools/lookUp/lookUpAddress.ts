import { LOOK_UP_RADII_KM, LOOKED_UP_SHAPE, type RadiusKm } from '#shared/fires/lookUpBodies.ts';
import type { Shape } from '#shared/geo/Shape.ts';
import { DAY_MS, isoMillis, parseIsoInstant } from '#shared/time.ts';
import { checked, fragment, oneOf, refused, required, text, upTo } from '#web/kit/routing/address.ts';
import { errorOf, shapePart } from '#web/kit/routing/watchAddress.ts';

/** How far back a look-up may reach; the last one is the default. */
export const LOOK_BACK_DAYS = [1, 3, 7, 14] as const;
export type LookBackDays = (typeof LOOK_BACK_DAYS)[number];

export const DEFAULT_RADIUS_KM: RadiusKm = 10;
export const DEFAULT_DAYS: LookBackDays = 14;
export const MAX_FIRE_NAME_LENGTH = 60;

export interface LookUpQuery {
  /** Corners rounded to some 10 m. */
  readonly shape: Shape;
  /** Empty if the place has no name. */
  readonly name: string;
  readonly radiusKm: RadiusKm;
  /** When the fire was reported, a whole minute. */
  readonly reportedMs: number;
  /** Days searched before the report. */
  readonly days: LookBackDays;
  /** Only strikes before this instant are requested. */
  readonly beforeMs?: number | undefined;
}

export const drawingErrorOf = (shape: Shape) => errorOf(shape, LOOKED_UP_SHAPE);

export type OutlineDrawingError = Exclude<ReturnType<typeof drawingErrorOf>, 'place' | undefined>;

/** The invalid field; for a place, the rule that it breaks. */
export type LookUpAddressError = 'place' | 'name' | 'radius' | 'reported' | 'days' | 'before' | OutlineDrawingError;

const minute = (atMs: number) => `${new Date(atMs).toISOString().slice(0, 16)}Z`;

const { parse, format } = fragment<LookUpQuery, LookUpAddressError>({
  shape: shapePart(drawingErrorOf),
  name: checked('name', text(upTo(MAX_FIRE_NAME_LENGTH)), 'name', ''),
  radiusKm: checked('km', oneOf(LOOK_UP_RADII_KM), 'radius', DEFAULT_RADIUS_KM),
  reportedMs: required('t', { parse: parseIsoInstant, format: minute }, 'reported'),
  days: checked('days', oneOf(LOOK_BACK_DAYS), 'days', DEFAULT_DAYS),
  beforeMs: checked('before', { parse: parseIsoInstant, format: isoMillis }, 'before', undefined),
});

export const parseLookUpAddress: typeof parse = (hash) => {
  const parsed = parse(hash);
  if (!parsed?.ok) return parsed;
  const { reportedMs, days, beforeMs = reportedMs } = parsed.query;
  return beforeMs <= reportedMs && beforeMs > reportedMs - days * DAY_MS ? parsed : refused('before');
};

export const formatLookUpAddress = format;
export const lookUpAddress = { parse: parseLookUpAddress, format };
