import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import {
  awayText,
  fill,
  type Sentence,
  saidDistance,
  saidSpan,
  sayVerdict,
  type VerdictFormatter,
  type VerdictWords,
} from '#shared/verdict/sayVerdict.ts';
import type { HeldLevel, Motion, StrikeFact, Verdict } from '#shared/verdict/verdictOf.ts';
import type { Texts } from '#web/kit/i18n/index.ts';
import type { DrawnState } from '#web/map/renderWatchdog/RenderWatchdog.ts';
import type { FeedTruth } from '#web/sky/feed/feedTruth.ts';

/** The watch engine's state of a wall's area, as text. */
export interface ToldLevel {
  readonly shown: HeldLevel | 'clear' | 'unknown';
  /** Set while the level is unknown: short and full text of "not clear", and the cause. No `word`: still loading. */
  readonly unknown?:
    | { readonly word: string | undefined; readonly notClear: string; readonly cause: string }
    | undefined;
  /** After an outage: how much longer the data must stay good. */
  readonly returningMs?: number | undefined;
  /** When the all-clear may come, and the wait as text. */
  readonly wait?: string | undefined;
}

/** `awaited`: the area has a level, but it is not loaded yet. */
export type WallLevelState = ToldLevel | 'none' | 'awaited';

export interface WallFacts {
  readonly truth: FeedTruth;
  readonly verdict: Verdict;
  readonly drawn: DrawnState;
  readonly level: WallLevelState;
  readonly nowMs: number;
  /** The last strike there, if there was none recently. */
  readonly lastStrike: StrikeFact | undefined;
}

export interface WallSaying {
  /** `dead`: no data at all; must not use a colour that stands for a known state. */
  readonly tone: 'plain' | 'coming' | 'dead';
  readonly level: { readonly level: HeldLevel; readonly text: string } | undefined;
  /** The same sentence in shorter and shorter versions. */
  readonly sentence: readonly string[];
  readonly below: string;
  /** Further required texts, shown in rotation with `below`. */
  readonly besides: readonly string[];
  /** The reported storm is approaching, so its speed is shown. */
  readonly isComing: boolean;
  /** True if fires and storm cells may be shown in rotation. */
  readonly isAtEase: boolean;
}

export type WallWords = VerdictFormatter & { readonly LL: Texts };

/** One sentence to be read across a room, and a line below it. */
export function wallSaying(facts: WallFacts, saying: WallWords): WallSaying {
  const { truth, verdict } = facts;
  if (truth.kind === 'down') return deadSaying(truth.sinceMs, verdict, saying);
  const said = sayVerdict(verdict, saying);
  const { held } = verdict;
  const isComing = verdict.arrival !== undefined || verdict.motion === 'closer';
  return {
    tone: held || isComing ? 'coming' : 'plain',
    level: held && { level: held.level, text: bare(saying.words.held[held.level]) },
    ...(verdict.isPast ? plainly(said) : leadSaying(facts, said, saying)),
    isComing: isComing && !held,
    isAtEase: !held && !verdict.isPast,
  };
}

function deadSaying(sinceMs: number | null, { held }: Verdict, { LL, words, timeOf }: WallWords): WallSaying {
  const own = LL.map.wall;
  // The last instruction stays valid until new data replaces it.
  const below = held ? [words.lastHeld[held.level], own.mayBe()] : [own.mayBe()];
  return {
    tone: 'dead',
    level: undefined,
    sentence: [sinceMs === null ? own.noData() : own.noDataSince({ time: timeOf(sinceMs, 'day') })],
    below: below[0] ?? '',
    besides: below.slice(1),
    isComing: false,
    isAtEase: false,
  };
}

type LeadSaying = Pick<WallSaying, 'sentence' | 'below' | 'besides'>;

function leadSaying(facts: WallFacts, said: readonly Sentence[], saying: WallWords): LeadSaying {
  const { verdict, level } = facts;
  const { lead, held, motion } = verdict;
  const own = saying.LL.map.wall;
  const told = typeof level === 'object' ? level : undefined;
  const lacks = textsOf(said, 'lack');
  const cause = told?.unknown?.cause;
  // The instruction must not wait for its turn; the chip shows that the level is unknown.
  const besides = cause === undefined || held ? lacks : [...lacks, cause];
  // With a level: the instruction and its duration. Otherwise the storm's movement.
  const action = held ? textsOf(said, 'action').map(bare)[0] : undefined;
  const wait = held && waitText(told, verdict, saying);
  const joined = (...parts: (string | undefined)[]) => parts.filter((part) => part).join(' · ');
  switch (lead.kind) {
    case 'near': {
      const [where, shorter] = wheresOf(lead.strike, verdict, saying);
      const ago = agoText(lead.strike.atMs, facts, saying);
      const moves = motion && bare(saying.words.motion[motion]);
      const coming = held ? undefined : comingText(verdict, saying);
      if (coming) return { sentence: [coming], below: own.nowAt({ where: shorter }), besides };
      return {
        sentence: [own.near({ where }), own.near({ where: shorter })],
        below: held ? joined(action, ago, wait) : joined(ago, moves, ifItComes(verdict, saying)),
        besides,
      };
    }
    case 'last': {
      const [where] = wheresOf(lead.strike, verdict, saying);
      const moved: Motion | undefined = motion === 'further' ? motion : undefined;
      return {
        sentence: [own.last({ span: spanText(facts.nowMs - lead.strike.atMs, saying) })],
        below: joined(action, capital(where), moved && bare(saying.words.motion[moved]), wait),
        besides,
      };
    }
    case 'level':
      return action
        ? { sentence: [action], below: joined(wait), besides }
        : { sentence: [wait ?? ''], below: '', besides };
    case 'none':
      if (level === 'awaited') return inTwo(saying.words.starting, besides);
      if (told?.unknown) return { ...inTwo(told.unknown.notClear, []), below: told.unknown.cause };
      return { ...quietSaying(facts, saying), besides };
    default:
      return plainly(said);
  }
}

function quietSaying({ verdict, lastStrike, nowMs }: WallFacts, saying: WallWords) {
  const own = saying.LL.map.wall;
  const { askedMs, withinKm, from } = verdict;
  const minutes = Math.round(askedMs / MINUTE_MS);
  const sentence = [askedMs === HOUR_MS ? own.quietHour() : own.quietMinutes({ n: minutes })];
  if (lastStrike) return { sentence, below: lastOneText(lastStrike, nowMs, saying) };
  const { within } = saying.words;
  if (withinKm === null) return { sentence, below: capital(within.view) };
  const around = from === 'outline' ? within.outline : within.km;
  return { sentence, below: capital(fill(around, { km: saidDistance(withinKm, saying) })) };
}

function lastOneText(strike: StrikeFact, nowMs: number, { LL, timeOf, nameOf }: WallWords): string {
  const own = LL.map.wall;
  const yesterday = new Date(nowMs);
  yesterday.setDate(yesterday.getDate() - 1);
  const isYesterday = new Date(strike.atMs).toDateString() === yesterday.toDateString();
  const when = isYesterday ? own.yesterday({ time: timeOf(strike.atMs, 'strike') }) : timeOf(strike.atMs, 'day');
  const where = nameOf?.(strike);
  return where ? own.lastOneAt({ when, where }) : own.lastOne({ when });
}

function waitText(told: ToldLevel | undefined, { held }: Verdict, { words, timeOf }: WallWords): string | undefined {
  const untilMs = held?.allClearNotBeforeMs;
  return (
    told?.wait ?? (untilMs === undefined ? undefined : bare(fill(words.allClear, { time: timeOf(untilMs, 'day') })))
  );
}

function comingText({ arrival }: Verdict, { LL }: WallWords): string | undefined {
  if (arrival === 'now') return LL.map.wall.comingNow();
  return arrival?.firm ? LL.map.wall.coming({ minutes: arrival.minutes }) : undefined;
}

function ifItComes({ arrival }: Verdict, { LL }: WallWords): string | undefined {
  if (arrival === undefined || arrival === 'now' || arrival.firm) return undefined;
  return LL.map.wall.ifItComes({ minutes: arrival.minutes });
}

/** The strike's location: in full, and without the reference place. */
function wheresOf(strike: StrikeFact, { from }: Verdict, saying: WallWords): [string, string] {
  const { away } = strike;
  if (away && from && from !== 'centre')
    return [awayText(away, from, saying), awayText(away, from === 'outline' && away.km === 0 ? from : 'place', saying)];
  const name = saying.nameOf?.(strike) ?? saying.words.where.inView;
  return [name, name];
}

function agoText(atMs: number, { nowMs }: WallFacts, saying: WallWords): string {
  return saying.LL.map.strike.ago({ span: spanText(nowMs - atMs, saying) });
}

/** `40 s`, `12 min`, `3 hr` */
export function spanText(
  ms: number,
  { words, language }: { readonly words: VerdictWords; readonly language: string },
): string {
  if (ms < HOUR_MS) return saidSpan(Math.max(0, ms), words);
  const hours = new Intl.NumberFormat(language, { style: 'unit', unit: 'hour', unitDisplay: 'short' });
  return hours.format(Math.floor(ms / HOUR_MS));
}

function plainly(said: readonly Sentence[]): LeadSaying {
  const [first = '', ...rest] = textsOf(said, 'lead');
  return inTwo(first, [...rest, ...textsOf(said, 'lack')]);
}

/** Splits `Still loading. There may be lightning.` into a sentence and the line below it. */
function inTwo(text: string, besides: readonly string[]): LeadSaying {
  const [, first = bare(text), rest = ''] = /^(.+?)(?:: |\. )(.+)$/.exec(text) ?? [];
  return { sentence: [first], below: capital(rest), besides };
}

function textsOf(said: readonly Sentence[], part: Sentence['part']): string[] {
  return said.filter((sentence) => sentence.part === part).map(({ text }) => text);
}

const bare = (text: string) => text.replace(/\.$/, '');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `wait`: nothing is known yet. `late`: not reliable. */
export interface WallChip {
  readonly kind: 'live' | 'wait' | 'late' | 'dead' | 'past';
  readonly text: string;
}

/** The feed's status. Green only if the map is rendered, the data is live and the level, if any, is known. */
export function wallChip({ truth, drawn, level, nowMs }: WallFacts, saying: WallWords): WallChip {
  const { LL } = saying;
  const { truth: states, notDrawn } = LL.map;
  const since = (text: string, atMs: number) => `${text} · ${spanText(nowMs - atMs, saying)}`;
  switch (truth.kind) {
    case 'down':
      return truth.recalled ? { kind: 'late', text: states.offline() } : { kind: 'dead', text: states.down() };
    case 'delayed':
      return { kind: 'late', text: since(states.delayed(), truth.checkedMs) };
    case 'past':
      return { kind: 'past', text: LL.timeline.past() };
    case 'live':
      break;
    default:
      return { kind: 'wait', text: states[truth.kind]() };
  }
  if (drawn !== 'drawn') {
    const why = { late: LL.map.loading, stopped: notDrawn.frozen, undrawable: notDrawn.noMap };
    return { kind: 'late', text: why[drawn]() };
  }
  if (level === 'awaited') return { kind: 'wait', text: states.connecting() };
  if (level === 'none' || level.shown !== 'unknown')
    return { kind: 'live', text: since(states.live(), truth.checkedMs) };
  if (level.returningMs !== undefined)
    return { kind: 'late', text: LL.map.wall.returning({ span: spanText(level.returningMs, saying) }) };
  const word = level.unknown?.word;
  return word === undefined ? { kind: 'wait', text: states.connecting() } : { kind: 'late', text: word };
}
