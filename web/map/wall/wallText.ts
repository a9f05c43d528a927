import type { HeldLevel, Motion, StrikeFact, Verdict } from '#shared/sky/verdictOf.ts';
import {
  awayText,
  distanceText,
  fill,
  formatVerdict,
  namedPlace,
  type Sentence,
  spanPhrase,
  type VerdictFormatter,
  type VerdictTexts,
} from '#shared/sky/verdictText.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import type { Texts } from '#web/kit/i18n/index.ts';
import type { RenderState } from '#web/map/renderWatchdog/RenderWatchdog.ts';
import type { ViewStatus } from '#web/sky/FeedView.ts';

/** The watch engine's state of a wall's area, as text. */
export interface ReportedLevel {
  readonly visible: HeldLevel | 'clear' | 'unknown';
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
export type WallLevelState = ReportedLevel | 'none' | 'awaited';

export interface WallFacts {
  readonly viewStatus: ViewStatus;
  readonly verdict: Verdict;
  readonly rendered: RenderState;
  readonly level: WallLevelState;
  readonly nowMs: number;
  /** Its badge takes the room of a word beside the status. */
  readonly simulated: boolean;
  /** The last strike there, if there was none recently. */
  readonly lastStrike: StrikeFact | undefined;
}

export interface WallText {
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

export type WallTexts = VerdictFormatter & { readonly LL: Texts };

/** One sentence to be read across a room, and a line below it. */
export function wallTextOf(facts: WallFacts, texts: WallTexts): WallText {
  const { viewStatus, verdict } = facts;
  if (viewStatus.kind === 'down') return deadText(viewStatus.sinceMs, verdict, texts);
  const sentences = formatVerdict(verdict, texts);
  const { held } = verdict;
  const isComing = verdict.arrival !== undefined || verdict.motion === 'closer';
  return {
    tone: held || isComing ? 'coming' : 'plain',
    level: held && { level: held.level, text: bare(texts.texts.held[held.level]) },
    ...(verdict.isPast ? plainly(sentences) : headlineText(facts, sentences, texts)),
    isComing: isComing && !held,
    isAtEase: !held && !verdict.isPast,
  };
}

function deadText(sinceMs: number | null, { held }: Verdict, { LL, texts, timeOf }: WallTexts): WallText {
  const own = LL.map.wall;
  // The last instruction stays valid until new data replaces it.
  const below = held ? [texts.lastHeld[held.level], own.mayBe()] : [own.mayBe()];
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

type HeadlineText = Pick<WallText, 'sentence' | 'below' | 'besides'>;

function headlineText(facts: WallFacts, sentences: readonly Sentence[], texts: WallTexts): HeadlineText {
  const { verdict, level } = facts;
  const { lead, held, motion } = verdict;
  const own = texts.LL.map.wall;
  const reportedLevel = typeof level === 'object' ? level : undefined;
  const caveats = textsOf(sentences, 'lack');
  const cause = reportedLevel?.unknown?.cause;
  // The instruction must not wait for its turn; the chip shows that the level is unknown.
  const besides = cause === undefined || held ? caveats : [...caveats, cause];
  // With a level: the instruction and its duration. Otherwise the storm's movement.
  const action = held ? textsOf(sentences, 'action').map(bare)[0] : undefined;
  const wait = held && waitText(reportedLevel, verdict, texts);
  const joined = (...parts: (string | undefined)[]) => parts.filter((part) => part).join(' · ');
  switch (lead.kind) {
    case 'near': {
      const [where, shorter] = wheresOf(lead.strike, verdict, texts);
      const ago = agoText(lead.strike.atMs, facts, texts);
      const moves = motion && bare(texts.texts.motion[motion]);
      const coming = held ? undefined : comingText(verdict, texts);
      if (coming) return { sentence: [coming], below: own.nowAt({ where: shorter }), besides };
      return {
        sentence: [own.near({ where }), own.near({ where: shorter })],
        below: held ? joined(action, ago, wait) : joined(ago, moves, ifItComes(verdict, texts)),
        besides,
      };
    }
    case 'last': {
      const [where] = wheresOf(lead.strike, verdict, texts);
      const moved: Motion | undefined = motion === 'further' ? motion : undefined;
      return {
        sentence: [own.last({ span: spanText(facts.nowMs - lead.strike.atMs, texts) })],
        below: joined(action, capital(where), moved && bare(texts.texts.motion[moved]), wait),
        besides,
      };
    }
    case 'level':
      return action
        ? { sentence: [action], below: joined(wait), besides }
        : { sentence: [wait ?? ''], below: '', besides };
    case 'none':
      if (level === 'awaited') return inTwo(texts.texts.starting, besides);
      if (reportedLevel?.unknown)
        return { ...inTwo(reportedLevel.unknown.notClear, []), below: reportedLevel.unknown.cause };
      return { ...quietText(facts, texts), besides };
    default:
      return plainly(sentences);
  }
}

function quietText({ verdict, lastStrike, nowMs }: WallFacts, texts: WallTexts) {
  const own = texts.LL.map.wall;
  const { requestedMs, withinKm, from } = verdict;
  const minutes = Math.round(requestedMs / MINUTE_MS);
  const sentence = [requestedMs === HOUR_MS ? own.quietHour() : own.quietMinutes({ n: minutes })];
  if (lastStrike) return { sentence, below: lastOneText(lastStrike, nowMs, texts) };
  const { within } = texts.texts;
  if (withinKm === null) return { sentence, below: capital(within.view) };
  const around = from === 'outline' ? within.outline : within.km;
  return { sentence, below: capital(fill(around, { km: distanceText(withinKm, texts) })) };
}

function lastOneText(strike: StrikeFact, nowMs: number, { LL, timeOf, nameOf }: WallTexts): string {
  const own = LL.map.wall;
  const yesterday = new Date(nowMs);
  yesterday.setDate(yesterday.getDate() - 1);
  const isYesterday = new Date(strike.atMs).toDateString() === yesterday.toDateString();
  const when = isYesterday ? own.yesterday({ time: timeOf(strike.atMs, 'strike') }) : timeOf(strike.atMs, 'day');
  const where = nameOf?.(strike);
  return where ? own.lastOneAt({ when, where }) : own.lastOne({ when });
}

function waitText(
  reportedLevel: ReportedLevel | undefined,
  { held }: Verdict,
  { texts, timeOf }: WallTexts,
): string | undefined {
  const untilMs = held?.allClearNotBeforeMs;
  return (
    reportedLevel?.wait ??
    (untilMs === undefined ? undefined : bare(fill(texts.allClear, { time: timeOf(untilMs, 'day') })))
  );
}

function comingText({ arrival }: Verdict, { LL }: WallTexts): string | undefined {
  if (arrival === 'now') return LL.map.wall.comingNow();
  return arrival?.firm ? LL.map.wall.coming({ minutes: arrival.minutes }) : undefined;
}

function ifItComes({ arrival }: Verdict, { LL }: WallTexts): string | undefined {
  if (arrival === undefined || arrival === 'now' || arrival.firm) return undefined;
  return LL.map.wall.ifItComes({ minutes: arrival.minutes });
}

/** The strike's location: in full, and without the reference place. */
function wheresOf(strike: StrikeFact, { from }: Verdict, texts: WallTexts): [string, string] {
  const { away } = strike;
  if (away && from && from !== 'centre')
    return [awayText(away, from, texts), awayText(away, from === 'outline' && away.km === 0 ? from : 'place', texts)];
  const name = namedPlace(strike, texts);
  return [name, name];
}

function agoText(atMs: number, { nowMs }: WallFacts, texts: WallTexts): string {
  return texts.LL.map.strike.ago({ span: spanText(nowMs - atMs, texts) });
}

/** `40 s`, `12 min`, `3 hr` */
export function spanText(
  ms: number,
  { texts, language }: { readonly texts: VerdictTexts; readonly language: string },
): string {
  if (ms < HOUR_MS) return spanPhrase(Math.max(0, ms), texts);
  const hours = new Intl.NumberFormat(language, { style: 'unit', unit: 'hour', unitDisplay: 'short' });
  return hours.format(Math.floor(ms / HOUR_MS));
}

function plainly(sentences: readonly Sentence[]): HeadlineText {
  const [first = '', ...rest] = textsOf(sentences, 'lead');
  return inTwo(first, [...rest, ...textsOf(sentences, 'lack')]);
}

/** Splits `Still loading. There may be lightning.` into a sentence and the line below it. */
function inTwo(text: string, besides: readonly string[]): HeadlineText {
  const [, first = bare(text), rest = ''] = /^(.+?)(?:: |\. )(.+)$/.exec(text) ?? [];
  return { sentence: [first], below: capital(rest), besides };
}

function textsOf(sentences: readonly Sentence[], part: Sentence['part']): string[] {
  return sentences.filter((sentence) => sentence.part === part).map(({ text }) => text);
}

const bare = (text: string) => text.replace(/\.$/, '');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `wait`: nothing is known yet. `late`: not reliable. */
export interface WallChip {
  readonly kind: 'live' | 'wait' | 'late' | 'dead' | 'past';
  readonly text: string;
}

/** The feed's status. Green only if the map is rendered, the data is live and the level, if any, is known. */
export function wallChip(
  { viewStatus, rendered: renderState, level, nowMs, simulated }: WallFacts,
  texts: WallTexts,
): WallChip {
  const { LL } = texts;
  const { truth: states, notDrawn: notRendered } = LL.map;
  const since = (atMs: number) => spanText(nowMs - atMs, texts);
  switch (viewStatus.kind) {
    case 'down':
      return viewStatus.restored ? { kind: 'late', text: states.offline() } : { kind: 'dead', text: states.down() };
    case 'delayed':
      return { kind: 'late', text: `${states.delayed()} · ${since(viewStatus.checkedMs)}` };
    case 'past':
      return { kind: 'past', text: LL.mapMore.timeline.past() };
    case 'live':
      break;
    default:
      return { kind: 'wait', text: states[viewStatus.kind]() };
  }
  if (renderState !== 'drawn') {
    const why = { late: LL.map.loading, stopped: notRendered.frozen, undrawable: notRendered.noMap };
    return { kind: 'late', text: why[renderState]() };
  }
  if (level === 'awaited') return { kind: 'wait', text: states.connecting() };
  if (level === 'none' || level.visible !== 'unknown') {
    const ago = LL.map.strike.ago({ span: since(viewStatus.checkedMs) });
    return { kind: 'live', text: `${states.live()} · ${simulated ? ago : `${states.updated()} ${ago}`}` };
  }
  if (level.returningMs !== undefined)
    return { kind: 'late', text: LL.map.wall.returning({ span: spanText(level.returningMs, texts) }) };
  const word = level.unknown?.word;
  return word === undefined ? { kind: 'wait', text: states.connecting() } : { kind: 'late', text: word };
}
