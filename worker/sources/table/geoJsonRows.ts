import * as v from 'valibot';
import { jsonOf } from '#worker/sources/port/askSource.ts';
import type { RawStrike, TableRows } from './RawStrike.ts';
import { columnNames, type TableDeclaration } from './TableDeclaration.ts';

type GeoJsonDeclaration = Extract<TableDeclaration, { format: 'geojson' }>;

const FeatureCollection = v.looseObject({ type: v.literal('FeatureCollection'), features: v.array(v.unknown()) });

/** A feature that is no Point (RFC 7946) is unread. Its own `id` serves where its properties lack the declared one. */
export function geoJsonRows(text: string, declaration: GeoJsonDeclaration, mostRows: number): TableRows {
  const collection = v.safeParse(FeatureCollection, jsonOf(text));
  if (!collection.success) return { broken: 'not a FeatureCollection' };
  const { features } = collection.output;
  if (features.length > mostRows) return { oversized: `more than ${mostRows} rows` };
  const names = columnNames(declaration);
  const raw = features.flatMap((feature) => {
    const { type, coordinates } = objectOf(valueAt(feature, 'geometry'));
    if (type !== 'Point' || !Array.isArray(coordinates)) return [];
    const [longitude, latitude] = coordinates as unknown[];
    const properties = valueAt(feature, 'properties');
    const told: RawStrike = Object.fromEntries(names.map(({ key, name }) => [key, valueAt(properties, name)]));
    const id = declaration.fields.id === undefined ? undefined : (told.id ?? valueAt(feature, 'id'));
    return [{ ...told, id, longitude, latitude }];
  });
  const unread = Array<string>(features.length - raw.length).fill('no point');
  const { toldBy } = declaration.rows;
  if (toldBy === undefined) return { raw, rows: features.length, unread };
  const cut = saysCut(valueAt(collection.output, toldBy), features.length);
  if (cut === undefined) return { broken: `${toldBy} is neither true, false nor a number` };
  return { raw, rows: features.length, unread, cut };
}

/** `said` is whether rows are left out, or how many there are in all. */
function saysCut(said: unknown, rows: number): boolean | undefined {
  if (typeof said === 'boolean') return said;
  return typeof said === 'number' ? said > rows : undefined;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The value called `name`, dots included, or else what lies at that path. */
function valueAt(value: unknown, name: string): unknown {
  const whole = objectOf(value);
  if (Object.hasOwn(whole, name)) return whole[name];
  const dot = name.indexOf('.');
  return dot < 0 ? undefined : valueAt(whole[name.slice(0, dot)], name.slice(dot + 1));
}
