import { type CompassPoint, compassPoint } from '#shared/geo/geodesy.ts';
import { type ChanceWords, chanceWords } from '#shared/nowcast/CellsNews.ts';
import type { PrimarySource } from '#shared/wire/FeedEvent.ts';
import type { Arrival, Caveat, HeldLevel, Lead, Motion, SkyFacts, StrikeFact, Verdict } from './verdictOf.ts';

type Texts<Name extends string> = Readonly<Record<Name, string>>;
type From = NonNullable<SkyFacts['from']>;
type Plain = Extract<Lead['kind'], 'starting' | 'switching' | 'outside' | 'counted'>;

/** Texts of a verdict in one language: sentences with `{names}` to fill in. `ago` and `at` include a conjunction. */
export interface VerdictWords
  extends Texts<
    | Plain
    | ('kilometres' | 'seconds' | 'minutes' | 'ago' | 'at' | 'pastMoment' | 'allClear' | 'simulated')
    | ('near' | 'last' | 'lastMovedOff' | 'lastKnown' | 'none' | 'chance')
  > {
  readonly directions: Texts<CompassPoint>;
  /** Never from the map's middle, because nobody chose it. */
  readonly where: Texts<Exclude<From, 'centre'> | 'inside' | 'here' | 'inView'>;
  /** The requested period. */
  readonly over: Texts<'hour' | 'minutes' | 'pastHour' | 'pastMinutes'>;
  readonly within: Texts<'km' | 'view' | 'outline'>;
  readonly held: Texts<HeldLevel>;
  readonly lastHeld: Texts<HeldLevel>;
  /** Advice at the highest level, during lightning and after. */
  readonly action: Texts<'go' | 'stay'>;
  readonly unsure: Texts<'loading' | 'gaps' | 'late' | 'lateSince' | 'source'>;
  readonly blind: Texts<'ever' | 'since' | 'recalledEver' | 'recalled'>;
  readonly motion: Texts<Motion>;
  readonly arrival: Texts<'withYou' | 'there' | 'ifItComes' | 'withYouNow' | 'thereNow'>;
  readonly odds: Texts<ChanceWords['bound']>;
  readonly lacks: Texts<Caveat | 'lateSince'>;
  /** Must be short: at most `HEADLINE_LENGTH` characters. */
  readonly headline: Texts<
    | ('within' | 'none' | 'noneShort' | 'nothing' | 'late' | 'lateSince' | 'was' | 'source' | 'gaps')
    | (
        | 'offline'
        | 'offlineEver'
        | 'dead'
        | 'deadEver'
        | 'close'
        | 'now'
        | 'km'
        | 'withYou'
        | 'there'
        | 'ifItComes'
        | 'ofYou'
      )
  >;
  /** For a source that supports no alerts: what it detects, and that it gives no warnings. */
  readonly primary: Texts<'satellite' | 'late'>;
}

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
function overText({ askedMs, isPast }: Verdict, { words: { over } }: Pick<VerdictFormatter, 'words'>): string {
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
function whereText(strike: StrikeFact, { from }: Verdict, saying: VerdictFormatter): string {
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
function whenText(
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

/** Fits two lines of a phone. A level is displayed before the sentence, and takes room from it. */
export const HEADLINE_LENGTH = 64;
/** Letters of the widest script on such a line, next to a level; and in letters a tenth wider. */
const LINE_LENGTH = 36;
const WIDE_LINE_LENGTH = 32;
/** Width of the icon and the edges of a level's badge, in letters. */
const MARK_EDGES = 6;

/** True if text and level, wrapped between words, take at most two lines of a phone. */
function fitsPhone(text: string, level: string | undefined, lineLength: number): boolean {
  if (level === undefined) return text.length <= HEADLINE_LENGTH;
  let [lines, length] = [1, level.length + MARK_EDGES];
  for (const word of text.split(' ')) {
    const isSameLine = length + 1 + word.length <= lineLength;
    lines += isSameLine ? 0 : 1;
    length = isSameLine ? length + 1 + word.length : word.length;
  }
  return lines <= 2 && level.length + 1 + text.length <= HEADLINE_LENGTH;
}

/**
 * The verdict in one or two short sentences, numbers first, to be read at a glance. It does not contain the level,
 * which precedes it as a separate badge (`levelWord`). Of several wordings, the fullest that fits is used.
 */
export function sayHeadline(verdict: Verdict, saying: VerdictFormatter): string {
  const level = levelWord(verdict, saying);
  // A notice of late data must fit whatever the reader's font.
  const lineLength = verdict.readToMs === null ? LINE_LENGTH : WIDE_LINE_LENGTH;
  const wordings = wordingsOf(verdict, saying).map((sentences) => sentences.filter(Boolean).join(' '));
  return wordings.find((text) => fitsPhone(text, level, lineLength)) ?? wordings.at(-1) ?? '';
}

/** The active level as a word; undefined if there is none, or if it is only the last known. */
export function levelWord({ held, lead }: Verdict, { words }: VerdictFormatter): string | undefined {
  return held && lead.kind !== 'blind' ? words.held[held.level].replace(/\.$/, '') : undefined;
}

type Sentences = readonly (string | undefined)[];

/** Fullest wording first. */
function wordingsOf(verdict: Verdict, saying: VerdictFormatter): readonly Sentences[] {
  const { lead, withinKm, readToMs } = verdict;
  const { words, timeOf } = saying;
  const { headline } = words;
  const isInView = withinKm === null || verdict.from === 'centre';
  const within = isInView ? words.within.view : fill(headline.within, { km: saidDistance(withinKm, saying) });
  switch (lead.kind) {
    case 'near':
    case 'last':
      if (readToMs !== null) return lateWordings(lead.strike, readToMs, verdict, saying);
      return strikeWordings(lead.strike, verdict, saying);
    case 'none':
      return [
        [fill(headline.none, { within, over: overText(verdict, saying) })],
        [fill(headline.noneShort, { within })],
      ];
    case 'unsure':
      if (lead.why === 'loading') return [[headline.nothing]];
      if (lead.why === 'late') {
        return [
          [readToMs === null ? headline.late : fill(headline.lateSince, { time: timeOf(readToMs, 'day') })],
          [headline.late],
        ];
      }
      return [[fill(lead.why === 'source' ? headline.source : headline.gaps, { within })]];
    case 'blind': {
      const { sinceMs, recalled } = lead;
      if (sinceMs === null) return [[recalled ? headline.offlineEver : headline.deadEver]];
      return [[fill(recalled ? headline.offline : headline.dead, { time: timeOf(sinceMs, 'day') })]];
    }
    case 'level':
      return [[words.action.stay]];
    case 'starting':
    case 'switching':
      return [[headline.nothing]];
    case 'outside':
    case 'counted':
      return [[words[lead.kind]]];
  }
}

function strikeWordings(strike: StrikeFact, verdict: Verdict, saying: VerdictFormatter): readonly Sentences[] {
  const { held, lead, motion, arrival } = verdict;
  const { words } = saying;
  const isNear = lead.kind === 'near';
  const said = isNear ? words.near : words.last;
  const where = placeText(strike, verdict, saying);
  const when = whenText(strike, verdict, saying);
  const timed = fill(said, { where, when });
  const timeless = fill(said, { where, when: '' });
  const away = askedAway(strike, verdict);
  const km = away && fill(words.headline.km, { km: saidDistance(away.km, saying) });
  const brief = km === undefined ? [] : [fill(said, { where: km, when: '' })];
  if (held?.level === 'stop') {
    const action = words.action[isNear ? 'go' : 'stay'];
    return [
      [timed, action],
      [timeless, action],
      ...brief.map((text) => [text, action]),
      [words.headline.close, action],
    ];
  }
  const moves = motion && isNear ? words.motion[motion] : undefined;
  return [
    ...arrivalWordings(strike, arrival, verdict, saying),
    [timed, moves],
    [timed],
    [timeless],
    ...brief.map((text) => [text]),
  ];
}

function arrivalWordings(
  strike: StrikeFact,
  arrival: Verdict['arrival'],
  verdict: Verdict,
  saying: VerdictFormatter,
): readonly Sentences[] {
  const { headline, arrival: words } = saying.words;
  if (arrival === undefined) return [];
  const isVisitor = verdict.from === 'visitor';
  const now = fill(headline.now, { where: placeText(strike, verdict, saying) });
  const away = askedAway(strike, verdict);
  const km = away && fill(headline.now, { where: fill(headline.km, { km: saidDistance(away.km, saying) }) });
  if (arrival === 'now') {
    const any = isVisitor ? words.withYouNow : words.thereNow;
    return [[any, now], [any, km], [any]];
  }
  const { minutes, firm } = arrival;
  const coming = fill(firm ? (isVisitor ? headline.withYou : headline.there) : headline.ifItComes, { minutes });
  return [[coming, now], [coming, km], [coming]];
}

function lateWordings(
  strike: StrikeFact,
  readToMs: number,
  verdict: Verdict,
  saying: VerdictFormatter,
): readonly Sentences[] {
  const { headline } = saying.words;
  const time = saying.timeOf(readToMs, 'day');
  const away = askedAway(strike, verdict);
  const was = away && fill(headline.was, { time, km: saidDistance(away.km, saying) });
  return [
    [headline.late, was ?? fill(headline.was, { time, km: placeText(strike, verdict, saying) })],
    [fill(headline.lateSince, { time })],
    [headline.late],
  ];
}

/** Distance and bearing from the place; undefined if it is only the map's middle, which nobody chose. */
function askedAway({ away }: StrikeFact, { from }: Verdict): StrikeFact['away'] {
  return from === 'centre' ? undefined : away;
}

/** For the visitor's own place, the text includes what it is measured from. */
function placeText(strike: StrikeFact, verdict: Verdict, saying: VerdictFormatter): string {
  const { words } = saying;
  const text = whereText(strike, verdict, saying);
  const isMeasured = verdict.from === 'visitor' && strike.away !== undefined && text !== words.where.here;
  return isMeasured ? fill(words.headline.ofYou, { where: text }) : text;
}

/** The notice required wherever such a source's strikes are displayed: no alerts. Undefined if it supports alerts. */
export function noAlertsText(
  { kind, supportsAlerts, worstDelayMs }: PrimarySource,
  texts: Pick<VerdictWords, 'primary'>,
): string | undefined {
  if (supportsAlerts) return undefined;
  const text = kind === 'optical-flash' ? texts.primary.satellite : texts.primary.late;
  return fill(text, { minutes: Math.max(1, Math.round(worstDelayMs / MINUTE_MS)) });
}
