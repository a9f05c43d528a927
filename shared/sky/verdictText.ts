import { type CompassPoint, compassPoint } from '#shared/geo/geodesy.ts';
import { type ChanceTexts, chanceText } from '#shared/nowcast/CellsUpdate.ts';
import type { PrimarySource } from '#shared/wire/FeedEvent.ts';
import type { Arrival, Caveat, HeldLevel, Lead, Motion, SkyFacts, StrikeFact, Verdict } from './verdictOf.ts';

type Texts<Name extends string> = Readonly<Record<Name, string>>;
type From = NonNullable<SkyFacts['from']>;
type Plain = Extract<Lead['kind'], 'starting' | 'switching' | 'outside' | 'counted'>;

/** Texts of a verdict in one language: sentences with `{names}` to fill in. `ago` and `at` include a conjunction. */
export interface VerdictTexts
  extends Texts<
    | Plain
    | ('kilometres' | 'seconds' | 'minutes' | 'ago' | 'at' | 'pastMoment' | 'allClear' | 'simulated')
    | ('near' | 'last' | 'lastMovedOff' | 'lastKnown' | 'none' | 'chance')
  > {
  readonly directions: Texts<CompassPoint>;
  /** Never from the map's middle, because nobody chose it. */
  readonly where: Texts<Exclude<From, 'centre'> | 'inside' | 'here' | 'inView' | 'outOfView'>;
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
  readonly odds: Texts<ChanceTexts['bound']>;
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
  readonly texts: VerdictTexts;
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
export function formatVerdict(verdict: Verdict, formatter: VerdictFormatter): Sentence[] {
  const { held, lead, motion, arrival, chance, caveats, simulated, isPast, nowMs } = verdict;
  const { texts, timeOf } = formatter;
  const textOf = (part: SentencePart, text: string | undefined): Sentence[] =>
    text === undefined ? [] : [{ part, text }];
  const isDataLost = lead.kind === 'blind';
  const until = isDataLost ? undefined : held?.allClearNotBeforeMs;
  return [
    ...textOf('moment', isPast ? fill(texts.pastMoment, { time: timeOf(nowMs, 'day') }) : undefined),
    ...textOf('held', held && !isDataLost ? texts.held[held.level] : undefined),
    ...leadTexts(verdict, formatter).flatMap((text) => textOf('lead', text)),
    ...textOf('held', held && isDataLost ? texts.lastHeld[held.level] : undefined),
    ...textOf(
      'action',
      held?.level === 'stop' && !isDataLost ? texts.action[lead.kind === 'near' ? 'go' : 'stay'] : undefined,
    ),
    ...textOf('motion', motion && lead.kind === 'near' ? texts.motion[motion] : undefined),
    ...textOf('arrival', arrival && arrivalText(arrival, verdict, texts)),
    ...textOf('chance', chance && fill(texts.chance, { in30: odds(chance.p30, texts), in60: odds(chance.p60, texts) })),
    ...textOf('held', until === undefined ? undefined : fill(texts.allClear, { time: timeOf(until, 'day') })),
    ...caveats.flatMap((caveat) =>
      textOf(
        OF_FORECAST.has(caveat) ? 'chance' : 'lack',
        caveat === 'late' ? lateText(texts.lacks, verdict, formatter) : texts.lacks[caveat],
      ),
    ),
    ...textOf('simulated', simulated ? texts.simulated : undefined),
  ];
}

function odds(p: number, texts: VerdictTexts): string {
  const { bound, times, of } = chanceText(p);
  return fill(texts.odds[bound], { times, of });
}

function arrivalText(arrival: Arrival, { from }: Verdict, { arrival: texts }: VerdictTexts): string {
  const isVisitor = from === 'visitor';
  if (arrival === 'now') return isVisitor ? texts.withYouNow : texts.thereNow;
  const { minutes, range80, firm } = arrival;
  const coming = isVisitor ? texts.withYou : texts.there;
  return fill(firm ? coming : texts.ifItComes, { minutes, from: range80[0], to: range80[1] });
}

function leadTexts(verdict: Verdict, formatter: VerdictFormatter): string[] {
  const { lead, motion } = verdict;
  const { texts } = formatter;
  switch (lead.kind) {
    case 'near':
      return [strikeText(texts.near, lead.strike, verdict, formatter)];
    case 'last':
      return [strikeText(motion === 'further' ? texts.lastMovedOff : texts.last, lead.strike, verdict, formatter)];
    case 'none':
      return [requestedText(texts.none, verdict, formatter)];
    case 'unsure':
      if (lead.why === 'late') return [lateText(texts.unsure, verdict, formatter)];
      return [requestedText(texts.unsure[lead.why], verdict, formatter)];
    case 'blind':
      return noDataTexts(lead, verdict, formatter);
    case 'level':
      return [];
    default:
      return [texts[lead.kind]];
  }
}

/** The requested period: `in the last hour`. */
function overText({ requestedMs, isPast }: Verdict, { texts: { over } }: Pick<VerdictFormatter, 'texts'>): string {
  const n = Math.round(requestedMs / MINUTE_MS);
  if (n === 60) return isPast ? over.pastHour : over.hour;
  return fill(isPast ? over.pastMinutes : over.minutes, { n });
}

function requestedText(text: string, verdict: Verdict, formatter: VerdictFormatter): string {
  const { from, withinKm } = verdict;
  const { within } = formatter.texts;
  return fill(text, {
    within:
      withinKm === null
        ? within.view
        : fill(from === 'outline' ? within.outline : within.km, { km: distanceText(withinKm, formatter) }),
    over: overText(verdict, formatter),
  });
}

type NoData = Extract<Lead, { kind: 'blind' }>;

function noDataTexts({ sinceMs, restored, last }: NoData, verdict: Verdict, formatter: VerdictFormatter): string[] {
  const { texts, timeOf } = formatter;
  const { ever, since, recalledEver: restoredEver, recalled: restoredAt } = texts.blind;
  const text = sinceMs === null ? (restored ? restoredEver : ever) : restored ? restoredAt : since;
  const known = last && strikeText(texts.lastKnown, last, verdict, formatter);
  return [
    fill(text, { time: sinceMs === null ? '' : timeOf(sinceMs, 'day') }),
    ...(known === undefined ? [] : [known]),
  ];
}

type LateTexts = Readonly<Record<'late' | 'lateSince', string>>;

function lateText({ late, lateSince }: LateTexts, { readToMs }: Verdict, { timeOf }: VerdictFormatter): string {
  return readToMs === null ? late : fill(lateSince, { time: timeOf(readToMs, 'day') });
}

const MINUTE_MS = 60_000;
/** Nearer than this, a direction is meaningless. */
const HERE_KM = 0.5;

function strikeText(text: string, strike: StrikeFact, verdict: Verdict, formatter: VerdictFormatter): string {
  return fill(text, { where: whereText(strike, verdict, formatter), when: whenText(strike, verdict, formatter) });
}

/** Where it fell: relative to a place that someone chose, else by its name, never relative to the map's middle. */
function whereText(strike: StrikeFact, { from }: Verdict, formatter: VerdictFormatter): string {
  const { away } = strike;
  return away && from && from !== 'centre' ? awayText(away, from, formatter) : namedPlace(strike, formatter);
}

/** The place's name; as long as there is none, only whether it lies in view. */
export function namedPlace(strike: StrikeFact, { texts, nameOf }: Pick<VerdictFormatter, 'texts' | 'nameOf'>): string {
  return nameOf?.(strike) ?? texts.where[strike.inView === false ? 'outOfView' : 'inView'];
}

/** Position relative to the requested place: `6.5 km north-east`, `inside the area`. */
export function awayText(
  away: NonNullable<StrikeFact['away']>,
  from: Exclude<NonNullable<Verdict['from']>, 'centre'>,
  formatter: Pick<VerdictFormatter, 'texts' | 'language'>,
): string {
  const { texts } = formatter;
  const isWide = from === 'area' || from === 'outline';
  if (isWide && away.km === 0) return texts.where.inside;
  if (!isWide && away.km < HERE_KM) return texts.where.here;
  const direction = texts.directions[compassPoint(away.bearing)];
  return fill(texts.where[from], { km: distanceText(away.km, formatter), direction });
}

/** When it fell, with the conjunction to the sentence before: `, 40 s ago`. */
function whenText(
  { atMs }: StrikeFact,
  { nowMs, isPast, lead }: Verdict,
  { texts, timeOf, isRead }: VerdictFormatter,
): string {
  if (lead.kind === 'blind') return fill(texts.at, { time: timeOf(atMs, 'day') });
  if (isPast || isRead === 'later') return fill(texts.at, { time: timeOf(atMs, 'strike') });
  const ageMs = Math.max(0, nowMs - atMs);
  return fill(texts.ago, { span: spanPhrase(ageMs, texts) });
}

/** `40 s`, `12 min` */
export function spanPhrase(ms: number, texts: Pick<VerdictTexts, 'seconds' | 'minutes'>): string {
  return ms < MINUTE_MS
    ? fill(texts.seconds, { n: Math.floor(ms / 1_000) })
    : fill(texts.minutes, { n: Math.floor(ms / MINUTE_MS) });
}

/** Whole kilometres, tenths below 10 km. */
export function distanceText(km: number, { texts, language }: Pick<VerdictFormatter, 'texts' | 'language'>): string {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: km < 10 ? 1 : 0 }).format(km);
  return fill(texts.kilometres, { number });
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
export function headlineText(verdict: Verdict, formatter: VerdictFormatter): string {
  const level = levelWord(verdict, formatter);
  // A notice of late data must fit whatever the reader's font.
  const lineLength = verdict.readToMs === null ? LINE_LENGTH : WIDE_LINE_LENGTH;
  const wordings = wordingsOf(verdict, formatter).map((sentences) => sentences.filter(Boolean).join(' '));
  return wordings.find((text) => fitsPhone(text, level, lineLength)) ?? wordings.at(-1) ?? '';
}

/** The active level as a word; undefined if there is none, or if it is only the last known. */
export function levelWord({ held, lead }: Verdict, { texts }: VerdictFormatter): string | undefined {
  return held && lead.kind !== 'blind' ? texts.held[held.level].replace(/\.$/, '') : undefined;
}

type Sentences = readonly (string | undefined)[];

/** Fullest wording first. */
function wordingsOf(verdict: Verdict, formatter: VerdictFormatter): readonly Sentences[] {
  const { lead, withinKm, readToMs } = verdict;
  const { texts, timeOf } = formatter;
  const { headline } = texts;
  const isInView = withinKm === null || verdict.from === 'centre';
  const within = isInView ? texts.within.view : fill(headline.within, { km: distanceText(withinKm, formatter) });
  switch (lead.kind) {
    case 'near':
    case 'last':
      if (readToMs !== null) return lateWordings(lead.strike, readToMs, verdict, formatter);
      return strikeWordings(lead.strike, verdict, formatter);
    case 'none':
      return [
        [fill(headline.none, { within, over: overText(verdict, formatter) })],
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
      const { sinceMs, restored } = lead;
      if (sinceMs === null) return [[restored ? headline.offlineEver : headline.deadEver]];
      return [[fill(restored ? headline.offline : headline.dead, { time: timeOf(sinceMs, 'day') })]];
    }
    case 'level':
      return [[texts.action.stay]];
    case 'starting':
    case 'switching':
      return [[headline.nothing]];
    case 'outside':
    case 'counted':
      return [[texts[lead.kind]]];
  }
}

function strikeWordings(strike: StrikeFact, verdict: Verdict, formatter: VerdictFormatter): readonly Sentences[] {
  const { held, lead, motion, arrival } = verdict;
  const { texts } = formatter;
  const isNear = lead.kind === 'near';
  const message = isNear ? texts.near : texts.last;
  const where = placeText(strike, verdict, formatter);
  const when = whenText(strike, verdict, formatter);
  const timed = fill(message, { where, when });
  const timeless = fill(message, { where, when: '' });
  const away = requestedAway(strike, verdict);
  const km = away && fill(texts.headline.km, { km: distanceText(away.km, formatter) });
  const brief = km === undefined ? [] : [fill(message, { where: km, when: '' })];
  if (held?.level === 'stop') {
    const action = texts.action[isNear ? 'go' : 'stay'];
    return [
      [timed, action],
      [timeless, action],
      ...brief.map((text) => [text, action]),
      [texts.headline.close, action],
    ];
  }
  const moves = motion && isNear ? texts.motion[motion] : undefined;
  return [
    ...arrivalWordings(strike, arrival, verdict, formatter),
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
  formatter: VerdictFormatter,
): readonly Sentences[] {
  const { headline, arrival: texts } = formatter.texts;
  if (arrival === undefined) return [];
  const isVisitor = verdict.from === 'visitor';
  const now = fill(headline.now, { where: placeText(strike, verdict, formatter) });
  const away = requestedAway(strike, verdict);
  const km = away && fill(headline.now, { where: fill(headline.km, { km: distanceText(away.km, formatter) }) });
  if (arrival === 'now') {
    const any = isVisitor ? texts.withYouNow : texts.thereNow;
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
  formatter: VerdictFormatter,
): readonly Sentences[] {
  const { headline } = formatter.texts;
  const time = formatter.timeOf(readToMs, 'day');
  const away = requestedAway(strike, verdict);
  const was = away && fill(headline.was, { time, km: distanceText(away.km, formatter) });
  return [
    [headline.late, was ?? fill(headline.was, { time, km: placeText(strike, verdict, formatter) })],
    [fill(headline.lateSince, { time })],
    [headline.late],
  ];
}

/** Distance and bearing from the place; undefined if it is only the map's middle, which nobody chose. */
function requestedAway({ away }: StrikeFact, { from }: Verdict): StrikeFact['away'] {
  return from === 'centre' ? undefined : away;
}

/** For the visitor's own place, the text includes what it is measured from. */
function placeText(strike: StrikeFact, verdict: Verdict, formatter: VerdictFormatter): string {
  const { texts } = formatter;
  const text = whereText(strike, verdict, formatter);
  const isMeasured = verdict.from === 'visitor' && strike.away !== undefined && text !== texts.where.here;
  return isMeasured ? fill(texts.headline.ofYou, { where: text }) : text;
}

/** The notice required wherever such a source's strikes are displayed: no alerts. Undefined if it supports alerts. */
export function noAlertsText(
  { kind, supportsAlerts, worstDelayMs }: PrimarySource,
  texts: Pick<VerdictTexts, 'primary'>,
): string | undefined {
  if (supportsAlerts) return undefined;
  const text = kind === 'optical-flash' ? texts.primary.satellite : texts.primary.late;
  return fill(text, { minutes: Math.max(1, Math.round(worstDelayMs / MINUTE_MS)) });
}
