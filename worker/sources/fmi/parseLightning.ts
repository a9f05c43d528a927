import { parseDecimal } from '#shared/geo/BBox.ts';
import type { Strike, StrikeDetail } from '#shared/strike.ts';
import { parseIsoInstant } from '#shared/time/isoTime.ts';
import type { RowsAnswer } from '#worker/sources/port/askSource.ts';
import { madeIds } from '#worker/sources/port/madeId.ts';
import { readCollection, type SimpleElement } from './readCollection.ts';

/** Elements of one flash: all have its `pos` and `time`. */
interface Flash {
  readonly pos: string;
  readonly time: string;
  readonly values: ReadonlyMap<string, string>;
}

/**
 * Flashes from an answer to `fmi::observations::lightning::simple`. A row is a flash, which comes as one element for
 * each of its parameters. One with a bad field is left out, with its reason in `skipped`.
 */
export function parseLightning(xml: string): RowsAnswer {
  const collection = readCollection(xml);
  if (typeof collection === 'string') return { kind: 'failed', reason: collection };
  const { elements, matched } = collection;
  const flashes = flashesOf(elements);
  const strikes: Strike[] = [];
  const skipped: string[] = [];
  const idOf = madeIds();
  for (const flash of flashes) {
    const read = readFlash(flash);
    if (typeof read === 'string') skipped.push(read);
    else strikes.push({ id: idOf(read), ...read });
  }
  return { kind: 'strikes', strikes, rows: flashes.length, skipped, truncated: matched > elements.length };
}

/**
 * Neighbouring elements of one flash. Two flashes may share second and place, so a change of the id's number
 * (`BsWfsElement.12.3` is the third parameter of flash 12) or a parameter that comes again begins another one too.
 */
function flashesOf(elements: readonly SimpleElement[]): Flash[] {
  const flashes: (Flash & { readonly number: string; readonly values: Map<string, string> })[] = [];
  for (const { id, pos, time, parameter, value } of elements) {
    const number = id.replace(/\.\d+$/, '');
    const last = flashes.at(-1);
    const goesOn = last?.pos === pos && last.time === time && last.number === number && !last.values.has(parameter);
    if (goesOn) last.values.set(parameter, value);
    else flashes.push({ pos, time, number, values: new Map([[parameter, value]]) });
  }
  return flashes;
}

/** A text says what is wrong. It names the parameter and never repeats what was sent. */
function readFlash({ pos, time, values }: Flash): Omit<Strike, 'id'> | string {
  const [latitude, longitude, ...more] = pos.split(/\s+/).map(parseDecimal);
  if (latitude === undefined || Math.abs(latitude) > 90 || more.length > 0) return 'bad position';
  if (longitude === undefined || Math.abs(longitude) > 180) return 'bad position';
  const atMs = parseIsoInstant(time);
  if (atMs === undefined) return 'bad time';
  const currentKa = numberOf('peak_current', values, -1_000, 1_000);
  const cloud = numberOf('cloud_indicator', values, 0, 1);
  const multiplicity = numberOf('multiplicity', values, 0, 1_000, UNTOLD);
  const majorKm = numberOf('ellipse_major', values, 0, 1_000, UNTOLD);
  for (const value of [currentKa, cloud, multiplicity, majorKm]) if (typeof value === 'string') return value;
  const detail = detailOf({ currentKa, cloud, multiplicity, majorKm } as Told);
  return { atMs, latitude, longitude, ...(Object.keys(detail).length > 0 ? { detail } : {}) };
}

const UNTOLD = Number.NaN;

/** NaN, as FMI writes it: not known. */
interface Told {
  readonly currentKa: number;
  readonly cloud: number;
  readonly multiplicity: number;
  readonly majorKm: number;
}

function numberOf(
  name: string,
  values: Flash['values'],
  min: number,
  max: number,
  otherwise?: number,
): number | string {
  const text = values.get(name);
  if (text === undefined) return otherwise ?? `no ${name}`;
  if (text === 'NaN') return UNTOLD;
  const value = parseDecimal(text);
  return value !== undefined && value >= min && value <= max ? value : `bad ${name}`;
}

function detailOf({ currentKa, cloud, multiplicity, majorKm }: Told): StrikeDetail {
  return {
    ...(Number.isNaN(cloud) ? {} : { type: cloud === 0 ? 'ground' : 'cloud' }),
    ...(Number.isNaN(currentKa) ? {} : { currentKa }),
    // 0: a later stroke of a flash that was told before.
    ...(multiplicity > 0 ? { multiplicity } : {}),
    // Only the longer axis is told: the circle around the ellipse.
    ...(majorKm > 0 ? { ellipse: { semiMajorKm: majorKm, semiMinorKm: majorKm, azimuth: 0 } } : {}),
  };
}
