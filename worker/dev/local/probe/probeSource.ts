import * as v from 'valibot';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { type BBox, bboxWithin, formatBBox } from '#shared/geo/BBox.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import type { SourceDeps } from '#worker/sources/port/SourceEntry.ts';
import type { FileSource, NoSourceAnswer, StrikeSource, WindowSource } from '#worker/sources/port/StrikeSource.ts';
import { BoxText } from '#worker/sources/port/variableTypes.ts';
import { isSourceName, SOURCE_NAMES, sourceTable } from '#worker/sources/sourceTable.ts';
import { attributionLine, clockLine, durationText, type Found, foundLines, traitLines } from './probeLines.ts';

const USAGE = `usage: npm run source -- probe ${SOURCE_NAMES.join('|')}

Asks a source once, with the variables of the environment, and prints what it is and what it says of home
(HOME_BBOX), or of all that it covers if home is not part of it.`;

const LEAST_WINDOW_MS = 10 * MINUTE_MS;
const LISTED_MS = HOUR_MS;
/** A token, the list, and a few files if the newest are not there yet. */
const MOST_CALLS = 6;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The lines that `npm run source -- probe NAME` prints. What went wrong with the source is one of them.
 * @throws RangeError for a wrong command, or naming each bad variable
 */
export async function probeSource(
  args: readonly string[],
  environment: Environment,
  { fetch, clock }: SourceDeps,
): Promise<{ readonly lines: readonly string[]; readonly ok: boolean }> {
  const [command, name = '', ...more] = args;
  if (command !== 'probe' || !isSourceName(name) || more.length > 0) throw new RangeError(USAGE);
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const opening = sourceTable[name](given);
  if ('faults' in opening) throw new RangeError(opening.faults.join('\n'));
  let aheadMs: number | undefined;
  const timed: typeof fetch = async (...call) => {
    const askedMs = clock.now();
    const response = await fetch(...call);
    aheadMs ??= clockAhead(response, (askedMs + clock.now()) / 2);
    return response;
  };
  const source = opening.open({ fetch: timed, clock });
  const found = await readSome(source, boxFor(source, given.HOME_BBOX), clock.now());
  const nowMs = clock.now();
  const ok = 'rows' in found;
  const lines = [
    ...traitLines(source.traits, source.way),
    clockLine(aheadMs),
    ...(ok ? foundLines(found, nowMs) : [`read         ${found.failure}`]),
    attributionLine(source.traits, nowMs),
  ];
  return { lines, ok };
}

/** `Date` has whole seconds, so the instant is half a second later on average. */
function clockAhead({ headers }: Response, ourMs: number): number | undefined {
  const theirMs = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(theirMs) ? undefined : theirMs + 500 - ourMs;
}

function boxFor({ traits: { coverage } }: StrikeSource, home: string | undefined): BBox {
  const box = v.safeParse(
    v.optional(BoxText, () => formatBBox(HOME_BOX)),
    home,
  );
  if (!box.success) throw new RangeError(`HOME_BBOX ${box.issues[0].message}`);
  return bboxWithin(box.output, coverage) ? box.output : coverage;
}

type Failure = { readonly failure: string };

function readSome(source: StrikeSource, bbox: BBox, nowMs: number): Promise<Found | Failure> {
  return source.way === 'files' ? readNewestFile(source, bbox, nowMs) : readWindow(source, bbox, nowMs);
}

async function readWindow(source: WindowSource, bbox: BBox, nowMs: number): Promise<Found | Failure> {
  const window = { bbox, fromMs: nowMs - Math.max(LEAST_WINDOW_MS, 2 * source.traits.delayMs.worst), toMs: nowMs };
  const answer = await source.list(window);
  if (answer.kind === 'oversized') return { failure: `an answer that is too long: ${answer.reason}` };
  if (answer.kind !== 'strikes') return { failure: failureText(answer) };
  return { ...window, ...answer, what: 'a window' };
}

async function readNewestFile(source: FileSource, bbox: BBox, nowMs: number): Promise<Found | Failure> {
  const list = await source.listFiles(nowMs - LISTED_MS, nowMs);
  if (list.kind !== 'listed') return { failure: failureText(list) };
  const waiting = [...list.files];
  let failure = `no file in the last ${durationText(LISTED_MS)}`;
  for (let calls = 1; calls < MOST_CALLS; calls += 1) {
    const [file] = waiting;
    if (!file) break;
    const answer = await source.readFile(file, bbox);
    if (answer.kind === 'strikes') {
      return {
        ...answer,
        fromMs: file.fromMs,
        toMs: file.toMs,
        bbox,
        what: `1 file of ${list.files.length}`,
        truncated: false,
      };
    }
    if (answer.kind === 'absent') {
      failure = 'listed, and not there yet';
      waiting.shift();
    } else if (answer.kind === 'unreadable') return { failure: `a file that cannot be believed: ${answer.reason}` };
    else if (answer.kind === 'paused' && answer.retryAfterMs === 0) failure = failureText(answer);
    else return { failure: failureText(answer) };
  }
  return { failure };
}

function failureText(answer: NoSourceAnswer): string {
  switch (answer.kind) {
    case 'failed':
      return `failed: ${answer.reason}`;
    case 'paused':
      return `paused: ${answer.reason}, for ${durationText(answer.retryAfterMs)}`;
    case 'rejected':
      return `${answer.denied ? 'access denied' : 'rejected'}: ${answer.reason}`;
  }
}
