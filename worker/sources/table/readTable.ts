import * as v from 'valibot';
import type { Strike, StrikeDetail } from '#shared/strike.ts';
import type { RowsAnswer } from '#worker/sources/port/askSource.ts';
import { madeIds } from '#worker/sources/port/madeId.ts';
import { csvRows } from './csvRows.ts';
import { geoJsonRows } from './geoJsonRows.ts';
import type { RawStrike, TableRows } from './RawStrike.ts';
import { strikeSchema } from './strikeSchema.ts';
import type { TableDeclaration } from './TableDeclaration.ts';
import { UALF_FIELDS, ualfRows } from './ualfRows.ts';

/** What the answer's text says. A row with a bad field is left out, with a reason that names the key of `fields`. */
export function tableReader(declaration: TableDeclaration): (text: string) => RowsAnswer {
  const { max, truncation } = declaration.rows;
  const readRow = rowReader(declaration);
  return (text) => {
    if (text.trimStart().startsWith('<')) return { kind: 'failed', reason: 'HTML or XML instead of a table' };
    const table = rowsOf(text, declaration);
    if ('broken' in table) return { kind: 'failed', reason: table.broken };
    if ('oversized' in table) return { kind: 'oversized', reason: table.oversized };
    const { raw, rows, unread, cut = false } = table;
    const strikes: Strike[] = [];
    const skipped = [...unread];
    const idOf = madeIds();
    for (const one of raw) {
      const read = readRow(one);
      if (typeof read === 'string') skipped.push(read);
      else if (read) strikes.push({ ...read, id: read.id ?? idOf(read) });
    }
    // A source that sends rows twice may tell a number of all that is less than what it sent.
    const truncated = cut || (truncation !== 'never' && rows >= max);
    return { kind: 'strikes', strikes, rows, skipped, truncated };
  };
}

function rowsOf(text: string, declaration: TableDeclaration): TableRows {
  const mostRows = 2 * declaration.rows.max;
  switch (declaration.format) {
    case 'geojson':
      return geoJsonRows(text, declaration, mostRows);
    case 'csv':
      return csvRows(text, declaration, mostRows);
    case 'ualf':
      return ualfRows(text, mostRows);
  }
}

type Unnamed = Omit<Strike, 'id'> & { readonly id?: string };

/** Undefined for a discharge within a cloud where only strokes to the ground are wanted; a text says what is wrong. */
function rowReader(declaration: TableDeclaration): (raw: RawStrike) => Unnamed | string | undefined {
  const { timeUnit, type, id } = declaration.format === 'ualf' ? UALF_FIELDS : declaration.fields;
  const unknown = new Set(declaration.format === 'ualf' ? [] : declaration.fields.unknown);
  const schema = strikeSchema(timeUnit, type, id !== undefined);
  return (raw) => {
    const told = Object.fromEntries(
      Object.entries(raw).filter(([, value]) => !isAbsent(value) && !unknown.has(String(value).trim())),
    );
    const row = v.safeParse(schema, told, { abortEarly: true });
    if (!row.success) return row.issues[0].message;
    const { time: atMs, latitude, longitude, id, ...more } = row.output;
    if (declaration.kind === 'cg-stroke' && more.type === 'cloud') return undefined;
    const detail = detailOf(more);
    if (typeof detail === 'string') return detail;
    const some = Object.keys(detail).length > 0 ? { detail } : {};
    return { atMs, latitude, longitude, ...some, ...(id === undefined ? {} : { id }) };
  };
}

/** As tables write that they do not know a value. */
function isAbsent(value: unknown): boolean {
  if (typeof value === 'string') return ['', 'null', 'nan'].includes(value.trim().toLowerCase());
  return value === undefined || value === null || Number.isNaN(value);
}

type Told = Omit<v.InferOutput<ReturnType<typeof strikeSchema>>, 'time' | 'latitude' | 'longitude' | 'id'>;

function detailOf({ type, currentKa, multiplicity, semiMajorKm, semiMinorKm, azimuth }: Told): StrikeDetail | string {
  const some = {
    ...(type === undefined ? {} : { type }),
    ...(currentKa === undefined ? {} : { currentKa }),
    // 0: a stroke by itself, which belongs to no flash.
    ...(multiplicity ? { multiplicity } : {}),
  };
  if (!semiMajorKm || semiMinorKm === undefined || azimuth === undefined) return some;
  if (semiMinorKm > semiMajorKm) return 'bad semiMinorKm';
  return { ...some, ellipse: { semiMajorKm, semiMinorKm, azimuth: withinHalfTurn(azimuth) } };
}

/** The same axis, from 0 to below 180. Only sums where it must: 24.99 stays 24.99. */
function withinHalfTurn(azimuth: number): number {
  return azimuth >= 0 && azimuth < 180 ? azimuth : ((azimuth % 180) + 180) % 180;
}
