import { compassPoint } from '#shared/geo/geodesy.ts';
import { chanceWords } from '#shared/nowcast/place/chanceWords.ts';
import type { StrikeFact } from './SkyFacts.ts';
import type { VerdictWords } from './VerdictWords.ts';
import type { Arrival, Caveat, Lead, Verdict } from './verdictOf.ts';

export interface VerdictFormatter {
  readonly words: VerdictWords;
  /** BCP 47 tag for number formats. */
  readonly language: string;
  /** The time of day in the reader's time zone; `day`: with the date if that is not today. */
  readonly timeOf: (atMs: number, precision: 'strike' | 'day') => string;
  /** For text that is read later: uses clock times instead of ages. */
  readonly isRead?: 'later';
  /** Name of a strike's place if nothing is measured. */
  readonly nameOf?: (strike: StrikeFact) => string | undefined;
}

export type SentencePart =
  | 'moment'
  | 'held'
  | 'lead'
  | 'action'
  | 'motion'
  | 'arrival'
  | 'chance'
  | 'lack'
  | 'simulated';

/** A whole sentence and its topic: a narrow screen omits some, and keeps their order. */
export interface Sentence {
  readonly part: SentencePart;
  readonly text: string;
}

const OF_FORECAST: ReadonlySet<Caveat> = new Set(['noChance', 'noArrival', 'cellsLate']);

/** The sentences of a verdict, most important first: level, lightning, approach, and what is unknown. */
export function sayVerdict(verdict: Verdict, saying: VerdictFormatter): Sentence[] {
  const { held, lead, motion, arrival, chance, lacks, simulated, isPast, nowMs } = verdict;
  const { words, timeOf } = saying;
  const said = (part: SentencePart, text: string | undefined): Sentence[] =>
    text === undefined ? [] : [{ part, text }];
  const isBlind = lead.kind === 'blind';
  const until = isBlind ? undefined : held?.allClearNotBeforeMs;
  return [
    ...said('moment', isPast ? fill(words.pastMoment, { time: timeOf(nowMs, 'day') }) : undefined),
    ...said('held', held && !isBlind ? words.held[held.level] : undefined),
    ...leadTexts(verdict, saying).flatMap((text) => said('lead', text)),
    ...said('held', held && isBlind ? words.lastHeld[held.level] : undefined),
    ...said(
      'action',
      held?.level === 'stop' && !isBlind ? words.action[lead.kind === 'near' ? 'go' : 'stay'] : undefined,
    ),
    ...said('motion', motion && lead.kind === 'near' ? words.motion[motion] : undefined),
    ...said('arrival', arrival && arrivalText(arrival, verdict, words)),
    ...said('chance', chance && fill(words.chance, { in30: odds(chance.p30, words), in60: odds(chance.p60, words) })),
    ...said('held', until === undefined ? undefined : fill(words.allClear, { time: timeOf(until, 'day') })),
    ...lacks.flatMap((lack) =>
      said(
        OF_FORECAST.has(lack) ? 'chance' : 'lack',
        lack === 'late' ? lateText(words.lacks, verdict, saying) : words.lacks[lack],
      ),
    ),
    ...said('simulated', simulated ? words.simulated : undefined),
  ];
}

function odds(p: number, texts: VerdictWords): string {
  const { bound, times, of } = chanceWords(p);
  return fill(texts.odds[bound], { times, of });
}

function arrivalText(arrival: Arrival, { from }: Verdict, { arrival: words }: VerdictWords): string {
  const isVisitor = from === 'visitor';
  if (arrival === 'now') return isVisitor ? words.withYouNow : words.thereNow;
  const { minutes, range80, firm } = arrival;
  const coming = isVisitor ? words.withYou : words.there;
  return fill(firm ? coming : words.ifItComes, { minutes, from: range80[0], to: range80[1] });
}

function leadTexts(verdict: Verdict, saying: VerdictFormatter): string[] {
  const { lead, motion } = verdict;
  const { words } = saying;
  switch (lead.kind) {
    case 'near':
      return [strikeText(words.near, lead.strike, verdict, saying)];
    case 'last':
      return [strikeText(motion === 'further' ? words.lastMovedOff : words.last, lead.strike, verdict, saying)];
    case 'none':
      return [askedText(words.none, verdict, saying)];
    case 'unsure':
      if (lead.why === 'late') return [lateText(words.unsure, verdict, saying)];
      return [askedText(words.unsure[lead.why], verdict, saying)];
    case 'blind':
      return blindTexts(lead, verdict, saying);
    case 'level':
      return [];
    default:
      return [words[lead.kind]];
  }
}

/** The requested period: `in the last hour`. */
export function overText({ askedMs, isPast }: Verdict, { words: { over } }: Pick<VerdictFormatter, 'words'>): string {
  const n = Math.round(askedMs / MINUTE_MS);
  if (n === 60) return isPast ? over.pastHour : over.hour;
  return fill(isPast ? over.pastMinutes : over.minutes, { n });
}

function askedText(text: string, verdict: Verdict, saying: VerdictFormatter): string {
  const { from, withinKm } = verdict;
  const { within } = saying.words;
  return fill(text, {
    within:
      withinKm === null
        ? within.view
        : fill(from === 'outline' ? within.outline : within.km, { km: saidDistance(withinKm, saying) }),
    over: overText(verdict, saying),
  });
}

type Blind = Extract<Lead, { kind: 'blind' }>;

function blindTexts({ sinceMs, recalled, last }: Blind, verdict: Verdict, saying: VerdictFormatter): string[] {
  const { words, timeOf } = saying;
  const { ever, since, recalledEver, recalled: recalledAt } = words.blind;
  const said = sinceMs === null ? (recalled ? recalledEver : ever) : recalled ? recalledAt : since;
  const known = last && strikeText(words.lastKnown, last, verdict, saying);
  return [
    fill(said, { time: sinceMs === null ? '' : timeOf(sinceMs, 'day') }),
    ...(known === undefined ? [] : [known]),
  ];
}

type LateWords = Readonly<Record<'late' | 'lateSince', string>>;

function lateText({ late, lateSince }: LateWords, { readToMs }: Verdict, { timeOf }: VerdictFormatter): string {
  return readToMs === null ? late : fill(lateSince, { time: timeOf(readToMs, 'day') });
}

const MINUTE_MS = 60_000;
/** Nearer than this, a direction is meaningless. */
const HERE_KM = 0.5;

function strikeText(text: string, strike: StrikeFact, verdict: Verdict, saying: VerdictFormatter): string {
  return fill(text, { where: whereText(strike, verdict, saying), when: whenText(strike, verdict, saying) });
}

/** Where it fell: relative to a place that someone chose, else by its name, never relative to the map's middle. */
export function whereText(strike: StrikeFact, { from }: Verdict, saying: VerdictFormatter): string {
  const { words, nameOf } = saying;
  const { away } = strike;
  return away && from && from !== 'centre' ? awayText(away, from, saying) : (nameOf?.(strike) ?? words.where.inView);
}

/** Position relative to the requested place: `6.5 km north-east`, `inside the area`. */
export function awayText(
  away: NonNullable<StrikeFact['away']>,
  from: Exclude<NonNullable<Verdict['from']>, 'centre'>,
  saying: Pick<VerdictFormatter, 'words' | 'language'>,
): string {
  const { words } = saying;
  const isWide = from === 'area' || from === 'outline';
  if (isWide && away.km === 0) return words.where.inside;
  if (!isWide && away.km < HERE_KM) return words.where.here;
  const direction = words.directions[compassPoint(away.bearing)];
  return fill(words.where[from], { km: saidDistance(away.km, saying), direction });
}

/** When it fell, with the conjunction to the sentence before: `, 40 s ago`. */
export function whenText(
  { atMs }: StrikeFact,
  { nowMs, isPast, lead }: Verdict,
  { words, timeOf, isRead }: VerdictFormatter,
): string {
  if (lead.kind === 'blind') return fill(words.at, { time: timeOf(atMs, 'day') });
  if (isPast || isRead === 'later') return fill(words.at, { time: timeOf(atMs, 'strike') });
  const ageMs = Math.max(0, nowMs - atMs);
  return fill(words.ago, { span: saidSpan(ageMs, words) });
}

/** `40 s`, `12 min` */
export function saidSpan(ms: number, words: Pick<VerdictWords, 'seconds' | 'minutes'>): string {
  return ms < MINUTE_MS
    ? fill(words.seconds, { n: Math.floor(ms / 1_000) })
    : fill(words.minutes, { n: Math.floor(ms / MINUTE_MS) });
}

/** Whole kilometres, tenths below 10 km. */
export function saidDistance(km: number, { words, language }: Pick<VerdictFormatter, 'words' | 'language'>): string {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: km < 10 ? 1 : 0 }).format(km);
  return fill(words.kilometres, { number });
}

/** Fills in `{name}`, and `{name:type}` as in the texts of the first language. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)(?::\w+)?\}/g, (_, name: string) => String(values[name]));
}
