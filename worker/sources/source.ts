import * as v from 'valibot';
import type { Clock } from '#shared/Clock.ts';
import { type BBox, parseBBox } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import type { SourceKind } from '#shared/wire/FeedEvent.ts';
import { classifyResponse } from '#worker/http/outbound/classifyResponse.ts';
import { parseJson, readBoundedText } from '#worker/http/outbound/readBounded.ts';

export interface SourceDeps {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

/** One kind of source, as `SOURCES` names it: its variables and its adapter. */
export interface SourceEntry<Variables extends v.ObjectEntries> {
  /** Checked only while `SOURCES` names the source. All have prefixes of their own. */
  readonly variables: Variables;
  /** What `variables` cannot say of each by itself, such as half a credential: `NAME must …`. */
  errors(vars: v.InferOutput<v.ObjectSchema<Variables, undefined>>): string[];
  traits(vars: v.InferOutput<v.ObjectSchema<Variables, undefined>>): SourceTraits;
  make(vars: v.InferOutput<v.ObjectSchema<Variables, undefined>>, deps: SourceDeps): StrikeSource;
}

/** What is known of a source before it is queried. */
export interface SourceTraits {
  /** As `SOURCES` names it. */
  readonly name: string;
  /** Queried for windows of time and place, or publishes files of whole slots. */
  readonly way: 'windows' | 'files';
  readonly kind: SourceKind;
  /** Rows of one answer, and how a reader notices that some are missing: as many as fit, or the source says so. */
  readonly rows: { readonly max: number; readonly truncation: 'at-max' | 'told' | 'never' };
  /** Delay from a strike until the source reports it. `step`: it reports in batches of this length. */
  readonly delayMs: { readonly typical: number; readonly worst: number; readonly step: number };
  /** The finest difference between two times that it reports. */
  readonly timeStepMs: number;
  readonly errorKm: { readonly typical: number; readonly worst: number };
  /** Fraction of strikes that lie inside the ellipse reported with them; absent if unknown. */
  readonly ellipseShare?: 0.5 | 0.9;
  /** `given` ids are the source's own; `made` ones are made from time and place. */
  readonly identity: 'given' | 'made';
  /** Outside of it the source knows nothing. */
  readonly coverage: BBox;
  /**
   * As its licence asks for it, to be shown through `attributionAt`; empty if the operator says whose data they are
   * (`PUBLIC_DATA_SOURCE`).
   */
  readonly attribution: string;
  readonly publicUse: 'yes' | 'contract' | 'no';
}

const ALERTS_WORST_DELAY_MS = 60_000;
const ALERTS_WORST_ERROR_KM = 5;

/**
 * Whether a source may stand behind an all-clear, a level or a nowcast: it reports in time and with a place, and its silence is
 * no cloud in the way. Follows from the traits and is never set.
 */
export function maySupportAlerts({ kind, delayMs, errorKm }: SourceTraits): boolean {
  return kind !== 'optical-flash' && delayMs.worst <= ALERTS_WORST_DELAY_MS && errorKm.worst <= ALERTS_WORST_ERROR_KM;
}

const IN_TIME_MS = 60_000;
const MISSED_FILES = 2;
/** While it is polled, two minutes without any response are an outage, however late the source is. */
const SILENT_MS = 120_000;

/**
 * For inherently late sources: home is down after this long without data. Null for sources that report in time.
 * Of files it is counted from the end of the newest one.
 */
export function lateDownAfterMs({ way, delayMs: { worst, step } }: SourceTraits): number | null {
  if (way === 'files') return worst + MISSED_FILES * step;
  return worst <= IN_TIME_MS ? null : SILENT_MS;
}

/** Polls reread at most this; rescans find anything reported later. */
export const LONGEST_OVERLAP_MS = 10 * 60_000;
/** After the worst delay, until its sweep was read. */
export const LATE_RESCAN_MS = 10 * 60_000;

/**
 * Strikes of this long before a response for a window may not have been reported, or not read again; a file has all of its
 * slot.
 */
export function unreportedMs({ way, delayMs: { worst } }: SourceTraits): number {
  if (way === 'files' || worst <= IN_TIME_MS) return 0;
  return worst <= LONGEST_OVERLAP_MS ? worst : worst + LATE_RESCAN_MS;
}

/** The words to show at `nowMs`: `{year}` in them is the year of that day, in UTC. */
export function attributionAt({ attribution }: Pick<SourceTraits, 'attribution'>, nowMs: number): string {
  return attribution.replace('{year}', String(new Date(nowMs).getUTCFullYear()));
}

export const WHOLE_EARTH: BBox = { west: -180, south: -90, east: 180, north: 90 };

/** One request to a source: every strike in the box between two instants, milliseconds since the Unix epoch. */
export interface StrikeWindow {
  readonly bbox: BBox;
  readonly fromMs: number;
  readonly toMs: number;
}

export type ProviderResponse =
  | {
      readonly kind: 'strikes';
      readonly strikes: readonly Strike[];
      /** Rows the provider sent, bad ones included. */
      readonly rows: number;
      readonly truncated: boolean;
      readonly skipped: readonly string[];
      /** The provider's clock when it answered; undefined without a valid `Date`. */
      readonly providerTimeMs: number | undefined;
    }
  /** Too long to be read: as if truncated, but with nothing to keep. */
  | { readonly kind: 'oversized'; readonly reason: string }
  | FailedResponse;

export type FailedResponse =
  /** No answer, an unreadable one, or a status of 500 and above: worth trying again. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The provider asks for a pause (429, or Retry-After on a 5xx). */
  | { readonly kind: 'paused'; readonly reason: string; readonly retryAfterMs: number }
  /** Any other status: the same request would get the same answer. `denied`: 401 or 403. */
  | { readonly kind: 'rejected'; readonly reason: string; readonly denied: boolean };

/** A source that answers which strikes fell in a box between two instants. */
export interface WindowSource {
  readonly way: 'windows';
  readonly traits: SourceTraits;
  /** Never rejects. `maxWaitMs` bounds the whole answer; by default the source's usual limit. */
  list(window: StrikeWindow, maxWaitMs?: number): Promise<ProviderResponse>;
}

/** A file that a source has on offer. Times are the source's, milliseconds since the Unix epoch. */
export interface ListedFile {
  /** Whatever the source finds the file by. */
  readonly id: string;
  /** Start of its slot: the stretch of `traits.delayMs.step` that it is filed under. Versions and parts of a slot share it. */
  readonly slotMs: number;
  /** When its observations begin and end. */
  readonly fromMs: number;
  readonly toMs: number;
}

export type FileList = { readonly kind: 'listed'; readonly files: readonly ListedFile[] } | FailedResponse;

export type FileResponse =
  | {
      readonly kind: 'strikes';
      readonly strikes: readonly Strike[];
      readonly rows: number;
      readonly skipped: readonly string[];
      /** The source itself says that the file is incomplete or its strikes misplaced: it proves no silence. */
      readonly isWarned?: boolean;
    }
  /** It was on the list and is not there (yet). */
  | { readonly kind: 'absent' }
  /** It is there but invalid; `reason` names the variable or rule. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  | FailedResponse;

/**
 * A source that publishes files, each with all strikes of one slot. Each call makes at most one request; where another
 * must come first (a token), it makes that one and answers `paused` with `retryAfterMs` 0. Neither ever rejects.
 */
export interface FileSource {
  readonly way: 'files';
  readonly traits: SourceTraits;
  /**
   * The files whose observations end after `fromMs` and begin before `toMs`, newest first. Of a slot the newest version,
   * and others only as far as they hold time that it does not.
   */
  listFiles(fromMs: number, toMs: number, maxWaitMs?: number): Promise<FileList>;
  /** All strikes of the file that lie in `bbox`. */
  readFile(file: ListedFile, bbox: BBox, maxWaitMs?: number): Promise<FileResponse>;
}

export type StrikeSource = WindowSource | FileSource;

export interface SourceRequest extends Pick<RequestInit, 'method' | 'headers' | 'body'> {
  readonly url: string;
  /** For the whole answer, headers and body together. */
  readonly maxWaitMs: number;
}

/**
 * One request to a source: no redirect is followed, nothing is tried again. `read` gets a response of status 200; any
 * other is judged by its status unless `meanings` says what it means here, and whatever goes wrong on the way is
 * `failed`. Never rejects.
 */
export async function querySource<Result>(
  { fetch, clock }: SourceDeps,
  { url, maxWaitMs, ...init }: SourceRequest,
  read: (response: Response) => Promise<Result>,
  meanings: Readonly<Record<number, Result>> = {},
): Promise<Result | FailedResponse> {
  try {
    const signal = AbortSignal.timeout(maxWaitMs);
    const response = await fetch(url, { ...init, signal, redirect: 'manual' });
    if (response.status === 200) return await read(response);
    await response.body?.cancel();
    const meaning = meanings[response.status];
    if (meaning !== undefined) return meaning;
    const failed = classifyResponse(response, clock.now());
    if (failed.kind !== 'rejected') return failed;
    return { ...failed, denied: response.status === 401 || response.status === 403 };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' };
  }
}

/**
 * What is made of a body once it was read within its bound, else `oversized`.
 * @throws what broke the reading off, for `querySource` to report
 */
export async function withinBound<Body, Result>(
  reading: Promise<Body>,
  use: (body: Body) => Result,
): Promise<Result | { readonly kind: 'oversized'; readonly reason: string }> {
  const body = await reading.catch((error: Error) => error);
  if (body instanceof RangeError) return { kind: 'oversized', reason: body.message };
  if (body instanceof Error) throw body;
  return use(body);
}

type ReadRows = Omit<Extract<ProviderResponse, { kind: 'strikes' }>, 'providerTimeMs'>;

/** The content of a response, or why it is invalid. */
export type RowsResponse = ReadRows | Exclude<ProviderResponse, { kind: 'strikes' }>;

/** `querySource` for an answer in text; one longer than `maxBytes` is `oversized`. */
export function requestRows(
  deps: SourceDeps,
  request: SourceRequest,
  maxBytes: number,
  parse: (text: string) => RowsResponse,
): Promise<ProviderResponse> {
  return querySource<ProviderResponse>(deps, request, (response) =>
    withinBound(readBoundedText(response, maxBytes), (text): ProviderResponse => {
      const rowsResponse = parse(text);
      return rowsResponse.kind === 'strikes' ? { ...rowsResponse, providerTimeMs: clockOf(response) } : rowsResponse;
    }),
  );
}

function clockOf({ headers }: Response): number | undefined {
  const atMs = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** Undefined if `text` is no JSON. The message of `JSON.parse` would repeat what was sent. */
export function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const PLACE_PER_DEGREE = 1e6;
const CURRENT_PER_KA = 1e3;

const digits = (value: number) => Math.round(value).toString(36);

/**
 * Gives ids to the strikes of one response, for a source without ids: time, place and current, in base 36, and which
 * of the strikes alike it is. So a strike has the same id in every answer, however the windows are cut and the rows
 * are ordered. A strike that the source corrects afterwards gets another id.
 *
 * A row that a source sends twice cannot be distinguished from two identical strikes, and counts as two.
 * @returns the id of the next strike, 11 to 40 characters
 */
export function createdIds(): (strike: Omit<Strike, 'id'>) => string {
  const seen = new Map<string, number>();
  return ({ atMs, latitude, longitude, detail }) => {
    const current = detail?.currentKa === undefined ? '' : digits(detail.currentKa * CURRENT_PER_KA);
    const place = [latitude, longitude].map((degrees) => digits(degrees * PLACE_PER_DEGREE));
    const key = [digits(atMs), ...place, current].join('.');
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times === 1 ? key : `${key}.${times}`;
  };
}

/** A decimal number as text. */
export function numberFrom(min: number, max: number, whole = true) {
  return v.pipe(
    v.string('is missing'),
    v.regex(/^\d{1,12}(\.\d{1,6})?$/, 'must be a number'),
    v.transform(Number),
    v.check((value) => !whole || Number.isInteger(value), 'must be a whole number'),
    v.check((value) => value >= min && value <= max, `must be between ${min} and ${max}`),
  );
}

/** Names reserved for examples, which a deployment must never call. */
function isPlaceholder(url: string): boolean {
  return URL.canParse(url) && /\.(invalid|example|test)$|^example\.(com|org|net)$/.test(new URL(url).hostname);
}

/** An address, unchanged, or a template. */
export const HttpAddress = v.pipe(
  v.string('is missing'),
  v.minLength(1, 'is empty: set the address of the provider'),
  v.url('must be a URL'),
  v.check((url) => /^https?:\/\//.test(url), 'must be an http or https URL'),
  v.check((url) => !isPlaceholder(url), 'is a placeholder'),
);

/** An address without a trailing slash. */
export const HttpUrl = v.pipe(
  HttpAddress,
  v.transform((url) => url.replace(/(?<!\/)\/+$/, '')),
);

export const BoxText = v.pipe(
  v.string('is missing'),
  v.rawTransform<string, BBox>(({ dataset, addIssue, NEVER }) => {
    const parsed = parseBBox(dataset.value);
    if (parsed.ok) return parsed.bbox;
    addIssue({ message: `must be west,south,east,north in degrees (${parsed.error})` });
    return NEVER;
  }),
);

export const Secret = v.optional(v.pipe(v.string(), v.minLength(1, 'is empty')));

/** Rounds outwards to 1e-5 degrees: few digits for a query, but never a smaller box. */
export function widenedBox({ west, south, east, north }: BBox): BBox {
  const down = (degrees: number) => Math.floor(degrees * 1e5) / 1e5;
  const up = (degrees: number) => Math.ceil(degrees * 1e5) / 1e5;
  return { west: down(west), south: down(south), east: up(east), north: up(north) };
}
