import * as v from 'valibot';
import { type BBox, bboxWithin, formatBBox, HOME_BOX } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import { HOUR_MS, isoMillis, isoSeconds, MINUTE_MS } from '#shared/time.ts';
import {
  attributionAt,
  BoxText,
  type FailedResponse,
  type FileSource,
  maySupportAlerts,
  type SourceDeps,
  type SourceTraits,
  type StrikeSource,
  type WindowSource,
} from '#worker/sources/source.ts';
import { isSourceName, SOURCE_NAMES, type SourceName, sourceTable, variablesOf } from '#worker/sources/sourceTable.ts';

/** Result of a source's probe. Times are milliseconds since the Unix epoch. */
interface Found {
  /** The data that was read, with its times. */
  readonly what: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly bbox: BBox;
  readonly rows: number;
  readonly strikes: readonly Strike[];
  readonly skipped: readonly string[];
  readonly truncated: boolean;
}

const SAMPLES = 3;
/** `Date` gives the time in whole seconds. */
const CLOCK_STEP_MS = 1_000;

/** `8 s`, `7 min 30 s`, `2 h 5 min`, `−8 s`. */
function durationText(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000);
  const sign = ms < 0 && seconds > 0 ? '−' : '';
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60), seconds % 60];
  if (hours > 0) return `${sign}${hours} h ${minutes} min`;
  if (minutes > 0) return `${sign}${minutes} min${rest > 0 ? ` ${rest} s` : ''}`;
  return `${sign}${rest} s`;
}

function traitLines(traits: SourceTraits, way: string): string[] {
  const { name, kind, rows, delayMs, timeStepMs, errorKm, ellipseShare, identity, coverage, publicUse } = traits;
  const [typical, worst, step] = [delayMs.typical, delayMs.worst, delayMs.step].map(durationText);
  const ellipses = ellipseShare === undefined ? 'no ellipses' : `${ellipseShare * 100} % of strikes in their ellipse`;
  return [
    `source       ${name}: ${kind}, by ${way}, ${maySupportAlerts(traits) ? 'may guard' : 'may not guard: no all-clear, level or nowcast'}`,
    `delay        ${typical} typical, ${worst} worst, in lots of ${step}`,
    `accuracy     ${errorKm.typical} km typical, ${errorKm.worst} km worst, ${timeStepMs} ms, ${ellipses}`,
    `rows         ${rows.max} at most, truncation ${rows.truncation}, ids ${identity}`,
    `coverage     ${formatBBox(coverage)}`,
    `public use   ${publicUse}`,
  ];
}

/** `aheadMs`: the source's clock minus ours; undefined if it sends no time. */
function clockLine(aheadMs: number | undefined): string {
  if (aheadMs === undefined) return 'clock        not told';
  if (Math.abs(aheadMs) < CLOCK_STEP_MS) return 'clock        as ours, to a second';
  return `clock        ${durationText(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} ours`;
}

/** Empty if home lies within the source's coverage. */
function homeLines(home: BBox, { name, coverage }: SourceTraits): string[] {
  if (bboxWithin(home, coverage)) return [];
  return [
    `home         ${formatBBox(home)} is outside of what ${name} covers: SOURCES may not name it for this HOME_BBOX`,
  ];
}

function foundLines({ what, fromMs, toMs, bbox, rows, strikes, skipped, truncated }: Found, nowMs: number) {
  const byTime = [...strikes].sort((a, b) => b.atMs - a.atMs);
  const [newest] = byTime;
  const age = newest
    ? `${durationText(nowMs - newest.atMs)} old`
    : 'none: a quiet sky, or nothing for this box and time';
  return [
    `read         ${what}, ${isoSeconds(fromMs)} to ${isoSeconds(toMs)}, ended ${durationText(nowMs - toMs)} ago`,
    `found        ${rows} rows${truncated ? ', truncated' : ''}, of them ${strikes.length} strikes in ${formatBBox(bbox)}`,
    ...[...new Set(skipped)].map((why) => `skipped      ${skipped.filter((one) => one === why).length} rows: ${why}`),
    `newest       ${age}`,
    ...byTime.slice(0, SAMPLES).map((strike) => `sample       ${sampleText(strike)}`),
  ];
}

function sampleText({ id, atMs, latitude, longitude, detail }: Strike): string {
  const place = `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
  return `${isoMillis(atMs)}  ${place}  ${id}${detail ? `  ${JSON.stringify(detail)}` : ''}`;
}

function attributionLine(traits: SourceTraits, nowMs: number): string {
  const text = attributionAt(traits, nowMs);
  return `attribution  ${text === '' ? 'none of its own: PUBLIC_DATA_SOURCE says whose data they are' : text}`;
}

const USAGE = `usage: npm run admin -- source probe ${SOURCE_NAMES.join('|')}

Asks a source once, with the variables of the environment, and prints what it is and what it says of home
(HOME_BBOX), or of all that it covers if home is not part of it.`;

const LEAST_WINDOW_MS = 10 * MINUTE_MS;
const LISTED_MS = HOUR_MS;
/** A token, the list, and a few files in case the newest are not available yet. */
const MOST_CALLS = 6;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Output lines of `npm run admin -- source probe NAME`, including an error of the source.
 * @throws RangeError for a wrong command, or one that names each bad variable
 */
export async function probeSource(
  args: readonly string[],
  environment: Environment,
  { fetch, clock }: SourceDeps,
): Promise<{ readonly lines: readonly string[]; readonly ok: boolean }> {
  const [command, name = '', ...more] = args;
  if (command !== 'probe' || !isSourceName(name) || more.length > 0) throw new RangeError(USAGE);
  const input = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const opening = sourceTable[name](input);
  if ('errors' in opening) throw new RangeError(opening.errors.join('\n'));
  let aheadMs: number | undefined;
  let unreached: string | undefined;
  const timed: typeof fetch = async (...call) => {
    const requestedMs = clock.now();
    const response = await fetch(...call).catch((error: unknown) => {
      unreached = connectionError(error);
      throw error;
    });
    aheadMs ??= clockAhead(response, (requestedMs + clock.now()) / 2);
    return response;
  };
  const source = opening.open({ fetch: timed, clock });
  const home = homeOf(input.HOME_BBOX);
  const { coverage } = source.traits;
  const found = await readSome(source, bboxWithin(home, coverage) ? home : coverage, clock.now());
  const nowMs = clock.now();
  const ok = 'rows' in found;
  const lines = [
    ...traitLines(source.traits, source.way),
    ...homeLines(home, source.traits),
    clockLine(aheadMs),
    ...(ok ? foundLines(found, nowMs) : failureLines(name, found, unreached)),
    attributionLine(source.traits, nowMs),
  ];
  return { lines, ok };
}

/** `Date` has whole seconds, so the true time is half a second later on average. */
function clockAhead({ headers }: Response, ourMs: number): number | undefined {
  const theirMs = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(theirMs) ? undefined : theirMs + 500 - ourMs;
}

function homeOf(text: string | undefined): BBox {
  const box = v.safeParse(
    v.optional(BoxText, () => formatBBox(HOME_BOX)),
    text,
  );
  if (!box.success) throw new RangeError(`HOME_BBOX ${box.issues[0].message}`);
  return box.output;
}

/** ` (ECONNREFUSED)`, the system's error code; a fetch itself reports only that it failed. */
function connectionError(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return typeof cause?.code === 'string' ? ` (${cause.code})` : '';
}

/** The error, and the variables to check. `unreached`: the system's error code if there was no connection. */
function failureLines(name: SourceName, { failure, check }: Failure, unreached: string | undefined): string[] {
  const rule = { access: /_(KEY|SECRET|TOKEN)$/, address: /_URL$/, nothing: /$^/ };
  const named = variablesOf(name).filter((variable) =>
    rule[unreached === undefined ? check : 'address'].test(variable),
  );
  return [
    `read         ${failure}${unreached ?? ''}`,
    ...(named.length > 0 ? [`check        ${named.join(', ')}`] : []),
  ];
}

interface Failure {
  readonly failure: string;
  readonly check: 'access' | 'address' | 'nothing';
}

function readSome(source: StrikeSource, bbox: BBox, nowMs: number): Promise<Found | Failure> {
  return source.way === 'files' ? readNewestFile(source, bbox, nowMs) : readWindow(source, bbox, nowMs);
}

async function readWindow(source: WindowSource, bbox: BBox, nowMs: number): Promise<Found | Failure> {
  const window = { bbox, fromMs: nowMs - Math.max(LEAST_WINDOW_MS, 2 * source.traits.delayMs.worst), toMs: nowMs };
  const providerResponse = await source.list(window);
  if (providerResponse.kind === 'oversized')
    return { failure: `an answer that is too long: ${providerResponse.reason}`, check: 'nothing' };
  if (providerResponse.kind !== 'strikes') return failureOf(providerResponse);
  return { ...window, ...providerResponse, what: 'a window' };
}

async function readNewestFile(source: FileSource, bbox: BBox, nowMs: number): Promise<Found | Failure> {
  const list = await source.listFiles(nowMs - LISTED_MS, nowMs);
  if (list.kind !== 'listed') return failureOf(list);
  const waiting = [...list.files];
  let failure = `no file in the last ${durationText(LISTED_MS)}`;
  for (let calls = 1; calls < MOST_CALLS; calls += 1) {
    const [file] = waiting;
    if (!file) break;
    const fileResponse = await source.readFile(file, bbox);
    if (fileResponse.kind === 'strikes') {
      return {
        ...fileResponse,
        fromMs: file.fromMs,
        toMs: file.toMs,
        bbox,
        what: `1 file of ${list.files.length}`,
        truncated: false,
      };
    }
    if (fileResponse.kind === 'absent') {
      failure = 'listed, and not there yet';
      waiting.shift();
    } else if (fileResponse.kind === 'unreadable')
      return { failure: `a file that cannot be believed: ${fileResponse.reason}`, check: 'nothing' };
    else if (fileResponse.kind === 'paused' && fileResponse.retryAfterMs === 0) ({ failure } = failureOf(fileResponse));
    else return failureOf(fileResponse);
  }
  return { failure, check: 'nothing' };
}

function failureOf(failedResponse: FailedResponse): Failure {
  switch (failedResponse.kind) {
    case 'failed':
      return { failure: `failed: ${failedResponse.reason}`, check: 'nothing' };
    case 'paused':
      return {
        failure: `paused: ${failedResponse.reason}, for ${durationText(failedResponse.retryAfterMs)}`,
        check: 'nothing',
      };
    case 'rejected':
      return failedResponse.denied
        ? { failure: `access denied: ${failedResponse.reason}`, check: 'access' }
        : { failure: `rejected: ${failedResponse.reason}`, check: 'address' };
  }
}
