import type { StrikeFact } from './SkyFacts.ts';
import { fill, overText, saidDistance, type VerdictFormatter, whenText, whereText } from './sayVerdict.ts';
import type { Verdict } from './verdictOf.ts';

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
