import * as v from 'valibot';
import type { Strike, StrikeDetail } from '#shared/strike.ts';
import { isoMillis } from '#shared/time.ts';
import {
  createdIds,
  HttpAddress,
  type ProviderResponse,
  type RowsResponse,
  requestRows,
  Secret,
  type SourceDeps,
  type SourceEntry,
  type SourceTraits,
  type StrikeWindow,
  type WindowSource,
  widenedBox,
} from './source.ts';
import {
  csvRows,
  declarationErrors,
  geoJsonRows,
  type RawStrike,
  strikeSchema,
  TableDeclaration,
  type TableRows,
  UALF_FIELDS,
  ualfRows,
} from './tableRows.ts';

const SECOND_MS = 1_000;

function tableTraits(declaration: TableDeclaration): SourceTraits {
  const { kind, rows, delayMs, timeStepMs, errorKm, ellipseShare, coverage, attribution, publicUse } = declaration;
  const input = declaration.format !== 'ualf' && declaration.fields.id !== undefined;
  return {
    way: 'windows',
    name: 'table',
    kind,
    rows: { max: rows.max, truncation: rows.truncation },
    delayMs: { ...delayMs, step: SECOND_MS },
    timeStepMs,
    errorKm,
    ...(ellipseShare === undefined ? {} : { ellipseShare }),
    identity: input ? 'given' : 'made',
    coverage,
    attribution,
    publicUse,
  };
}

const PLACEHOLDERS = ['west', 'south', 'east', 'north', 'from', 'to', 'fromMs', 'toMs', 'limit', 'token'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

const NEEDED: readonly (readonly Placeholder[])[] = [
  ['west'],
  ['south'],
  ['east'],
  ['north'],
  ['from', 'fromMs'],
  ['to', 'toMs'],
];

const IN_BRACES = /\{([^{}]*)\}/g;
const namesIn = (template: string) => [...template.matchAll(IN_BRACES)].map(([, name = '']) => name);

/** An address with placeholders for the window. */
const UrlTemplate = v.pipe(
  HttpAddress,
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) for (const message of templateErrors(dataset.value)) addIssue({ message });
  }),
);

function templateErrors(template: string): string[] {
  const names = namesIn(template);
  const lacking = NEEDED.filter((either) => !either.some((name) => names.includes(name)));
  const strange = names.some((name) => !(PLACEHOLDERS as readonly string[]).includes(name));
  return [
    ...lacking.map((either) => `must have ${either.map((name) => `{${name}}`).join(' or ')}`),
    ...(strange ? [`has a placeholder that is none of ${PLACEHOLDERS.join(', ')}`] : []),
  ];
}

function hasPlaceholder(template: string, name: Placeholder): boolean {
  return namesIn(template).includes(name);
}

interface TableQuery {
  readonly template: string;
  readonly window: StrikeWindow;
  readonly limit: number;
  readonly token: string | undefined;
  /** Times are widened by it, because bounds may be inclusive or not and be compared with rounded times. */
  readonly timeStepMs: number;
}

/** The template with its placeholders filled in, each encoded for a query. The box is rounded outwards to 1e-5 degrees. */
function tableUrl({ template, window: { bbox, fromMs, toMs }, limit, token, timeStepMs }: TableQuery): string {
  const slackMs = Math.max(1, Math.ceil(timeStepMs));
  const values: Readonly<Record<Placeholder, string | number>> = {
    ...widenedBox(bbox),
    from: isoMillis(fromMs - slackMs),
    to: isoMillis(toMs + slackMs),
    fromMs: fromMs - slackMs,
    toMs: toMs + slackMs,
    limit,
    token: token ?? '',
  };
  return template.replace(IN_BRACES, (_, name: Placeholder) => encodeURIComponent(values[name]));
}

/** What the answer's text says. A row with a bad field is left out, with a reason that names the key of `fields`. */
export function tableReader(declaration: TableDeclaration): (text: string) => RowsResponse {
  const { max, truncation } = declaration.rows;
  const readRow = rowReader(declaration);
  return (text) => {
    if (text.trimStart().startsWith('<')) return { kind: 'failed', reason: 'HTML or XML instead of a table' };
    const table = rowsOf(text, declaration);
    if ('broken' in table) return { kind: 'failed', reason: table.broken };
    if ('oversized' in table) return { kind: 'oversized', reason: table.oversized };
    const { raw, rows, invalid, cut: isTruncated = false } = table;
    const strikes: Strike[] = [];
    const skipped = [...invalid];
    const idOf = createdIds();
    for (const one of raw) {
      const read = readRow(one);
      if (typeof read === 'string') skipped.push(read);
      else if (read) strikes.push({ ...read, id: read.id ?? idOf(read) });
    }
    // A source that sends rows twice may report a total that is less than what it sent.
    const truncated = isTruncated || (truncation !== 'never' && rows >= max);
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
    const reported = Object.fromEntries(
      Object.entries(raw).filter(([, value]) => !isAbsent(value) && !unknown.has(String(value).trim())),
    );
    const row = v.safeParse(schema, reported, { abortEarly: true });
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

type Reported = Omit<v.InferOutput<ReturnType<typeof strikeSchema>>, 'time' | 'latitude' | 'longitude' | 'id'>;

function detailOf({
  type,
  currentKa,
  multiplicity,
  semiMajorKm,
  semiMinorKm,
  azimuth,
}: Reported): StrikeDetail | string {
  const some = {
    ...(type === undefined ? {} : { type }),
    ...(currentKa === undefined ? {} : { currentKa }),
    // 0: a stroke by itself, which belongs to no flash.
    ...(multiplicity ? { multiplicity } : {}),
  };
  if (!semiMajorKm || semiMinorKm === undefined || azimuth === undefined) return some;
  if (semiMinorKm > semiMajorKm) return 'bad semiMinorKm';
  return { ...some, ellipse: { semiMajorKm, semiMinorKm, azimuth: withinHalfCircle(azimuth) } };
}

/** The same axis, from 0 to below 180. Only sums where it must: 24.99 stays 24.99. */
function withinHalfCircle(azimuth: number): number {
  return azimuth >= 0 && azimuth < 180 ? azimuth : ((azimuth % 180) + 180) % 180;
}

const TIMEOUT_MS = 10_000;
/** A longer answer, in bytes or rows, is not read: its window is split instead. */
const BYTES_A_ROW = 2 * 1024;
const LEAST_BYTES = 512 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;

const ACCEPTED: Readonly<Record<TableDeclaration['format'], string>> = {
  geojson: 'application/geo+json, application/json',
  csv: 'text/csv',
  ualf: 'text/plain',
};

interface TableSettings {
  readonly template: string;
  readonly token: string | undefined;
  readonly declaration: TableDeclaration;
}

/** A declared table over HTTP. One attempt per call, with 10 s for the whole answer. */
class TableClient implements WindowSource {
  readonly way = 'windows';
  readonly traits: SourceTraits;
  private readonly settings: TableSettings;
  private readonly deps: SourceDeps;
  private readonly read: ReturnType<typeof tableReader>;

  constructor(settings: TableSettings, deps: SourceDeps) {
    this.settings = settings;
    this.deps = deps;
    this.traits = tableTraits(settings.declaration);
    this.read = tableReader(settings.declaration);
  }

  list(window: StrikeWindow, maxWaitMs = TIMEOUT_MS): Promise<ProviderResponse> {
    const { template, token, declaration } = this.settings;
    const { rows, timeStepMs, format } = declaration;
    const headers: Record<string, string> = { accept: ACCEPTED[format] };
    if (token !== undefined && !hasPlaceholder(template, 'token')) headers.authorization = `Bearer ${token}`;
    const url = tableUrl({ template, window, limit: rows.max, token, timeStepMs });
    const maxBytes = Math.min(MOST_BYTES, Math.max(LEAST_BYTES, rows.max * BYTES_A_ROW));
    return requestRows(this.deps, { url, headers, maxWaitMs }, maxBytes, this.read);
  }
}

const variables = {
  TABLE_URL: UrlTemplate,
  TABLE_TOKEN: Secret,
  TABLE_DECLARATION: v.pipe(v.string('is missing'), v.parseJson(undefined, 'must be JSON'), TableDeclaration),
};

/** A table in GeoJSON, CSV or UALF, whose columns the operator declares. */
export const table: SourceEntry<typeof variables> = {
  variables,
  errors: ({ TABLE_URL: template, TABLE_TOKEN: token, TABLE_DECLARATION: declaration }) => [
    ...declarationErrors(declaration).map((error) => `TABLE_DECLARATION.${error}`),
    ...(hasPlaceholder(template, 'token') && token === undefined
      ? ['TABLE_TOKEN must be set: TABLE_URL holds it']
      : []),
  ],
  traits: ({ TABLE_DECLARATION: declaration }) => tableTraits(declaration),
  make: ({ TABLE_URL: template, TABLE_TOKEN: token, TABLE_DECLARATION: declaration }, deps) =>
    new TableClient({ template, token, declaration }, deps),
};
