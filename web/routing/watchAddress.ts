import { DEFAULT_RINGS_KM, DWELL_MIN, RING_KM, type Shape } from '#shared/watch/Area.ts';
import { cornersOf, type ShapeFault, shapeFault } from '#shared/watch/shapeFault.ts';
import { DEFAULT_DWELL_MIN, type WatchedPlace } from './formatWatchAddress.ts';
import { decodeShape } from './shapeCode.ts';

/** The rule that an address breaks, by its field. `outside`: the rings reach beyond what is always watched. */
export type WatchFault =
  | 'place'
  | 'name'
  | 'rings'
  | 'ringsRange'
  | 'ringsOrder'
  | 'dwell'
  | 'outside'
  | Exclude<ShapeFault, 'open' | 'outside-coverage'>;

export type ParsedWatchAddress =
  | { readonly ok: true; readonly place: WatchedPlace }
  | { readonly ok: false; readonly fault: WatchFault };

export const MAX_NAME_LENGTH = 60;

/** Where a shape lies within what is watched, only the server knows. */
const ANYWHERE = { west: -180, south: -90, east: 180, north: 90 };
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Reads such a fragment; undefined if it is empty. What it does not say about rings and dwell is the default. */
export function parseWatchAddress(hash: string): ParsedWatchAddress | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  if (fields.size === 0) return undefined;
  const code = fields.get('shape');
  const shape = code === null ? readPoint(fields.get('at') ?? '') : decodeShape(code);
  if (!shape) return refused('place');
  const drawnFault = shape.type === 'Point' ? null : faultOf(shape);
  if (drawnFault) return refused(drawnFault);
  const name = (fields.get('name') ?? '').trim();
  if (name.length > MAX_NAME_LENGTH) return refused('name');
  const [watch, warning, stop, ...more] = readNumbers(fields.get('rings')) ?? DEFAULT_RINGS_KM;
  if (watch === undefined || warning === undefined || stop === undefined || more.length > 0) return refused('rings');
  const ringsKm = [watch, warning, stop] as const;
  if (ringsKm.some(Number.isNaN)) return refused('rings');
  if (ringsKm.some((km) => km < RING_KM.min || km > RING_KM.max)) return refused('ringsRange');
  if (watch < warning || warning < stop) return refused('ringsOrder');
  const [dwellMin = Number.NaN, ...rest] = readNumbers(fields.get('dwell')) ?? [DEFAULT_DWELL_MIN];
  const isDwell = dwellMin >= DWELL_MIN.min && dwellMin <= DWELL_MIN.max && rest.length === 0;
  return isDwell ? { ok: true, place: { shape, name, ringsKm, dwellMin } } : refused('dwell');
}

const refused = (fault: WatchFault) => ({ ok: false, fault }) as const;

/** NaN for what is no number; undefined for a field that is not there. */
function readNumbers(text: string | null): number[] | undefined {
  return text?.split(',').map((part) => (NUMBER.test(part.trim()) ? Number(part) : Number.NaN));
}

function readPoint(text: string): Shape | undefined {
  const [latitude = Number.NaN, longitude = Number.NaN, ...more] = readNumbers(text) ?? [];
  const isPosition = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && more.length === 0;
  return isPosition ? { type: 'Point', coordinates: [longitude, latitude] } : undefined;
}

/** What is wrong with a drawn shape wherever it lies. */
export function faultOf(shape: Shape): WatchFault | undefined {
  if (cornersOf(shape).length === 0) return 'place';
  const fault = shapeFault(shape, ANYWHERE, ANYWHERE);
  return fault === 'open' || fault === 'outside-coverage' ? 'place' : (fault ?? undefined);
}
