import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LEVELS, type Level } from '#shared/watch/Area.ts';
import { THRESHOLDS } from '#shared/watch/RecipientBody.ts';
import { newAreaState } from '#shared/watch/watchArea.ts';
import {
  type Awareness,
  awarenessAfter,
  confirmedBy,
  type InOrder,
  NOTHING_TO_KNOW,
  turnMs,
  turnToBlind,
  turnToRaise,
  unconfirmedSinceMs,
} from '#worker/watch/tell/Awareness.ts';
import {
  type AreaNotice,
  type Situation,
  TOLD_NOTHING,
  type ToldState,
  tellRecipient,
} from '#worker/watch/tell/tellRecipient.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 6, 1, 12);
const atMinute = (minute: number) => START_MS + minute * MINUTE_MS;

interface Heard extends AreaNotice {
  readonly to: number;
  readonly minute: number;
}
type Now = Partial<Pick<Situation, 'isQuiet' | 'isMuted' | 'kind'>> & { readonly sight?: 'seen' | 'unknown' };

/** Several recipients of one area through a story, as the teller leads them. */
class Crew {
  awareness: Awareness = NOTHING_TO_KNOW;
  level: Level = 'clear';
  dueMs: number | undefined;
  readonly heard: Heard[] = [];
  private readonly told: ToldState[];
  all: readonly InOrder[];

  constructor(...all: readonly InOrder[]) {
    this.all = all;
    this.told = all.map(() => TOLD_NOTHING);
  }

  /** What each hears, as `index type level`, and `+` where it was told because nobody confirmed. */
  step(minute: number, level: Level, { kind = 'personal', sight = 'seen', ...now }: Now = {}): string[] {
    const nowMs = atMinute(minute);
    const state = { ...newAreaState(), level, sight, seenBefore: true };
    this.level = level;
    this.awareness = awarenessAfter(this.awareness, state, nowMs);
    const said: string[] = [];
    for (const [index, one] of this.all.entries()) {
      const telling = tellRecipient(this.told[index] ?? TOLD_NOTHING, {
        kind,
        state,
        changes: [],
        threshold: one.threshold,
        isQuiet: false,
        isMuted: false,
        ...now,
        turn: turnToRaise(one, this.all, level, this.awareness),
        blindTurn: turnToBlind(one, this.all, { kind, level }, this.awareness),
        nowMs,
      });
      this.told[index] = telling.told;
      this.dueMs = telling.dueMs;
      for (const notice of telling.notices) {
        this.heard.push({ ...notice, to: index, minute });
        const why = notice.unconfirmedMin === undefined ? '' : `+${notice.unconfirmedMin}`;
        said.push(`${index} ${notice.type.slice('watch.'.length)} ${notice.level}${why}`);
      }
    }
    return said;
  }

  confirm(minute: number, level = this.level, isBlind = false): void {
    const nowMs = atMinute(minute);
    this.awareness = confirmedBy(this.awareness, { level, isBlind, decidedMs: nowMs }, nowMs);
  }
}

const first: InOrder = { threshold: 'warning', escalateAfterMin: null };
const later = (escalateAfterMin: number, threshold: InOrder['threshold'] = 'warning'): InOrder => ({
  threshold,
  escalateAfterMin,
});

describe('who comes after others', () => {
  test('[TL9] is told of a raise that nobody confirmed within its minutes, in their order, and then of the fall', () => {
    const crew = new Crew(first, later(10), later(5));
    expect(crew.step(0, 'stop')).toEqual(['0 raise stop']);
    expect(crew.step(4.99, 'stop')).toEqual([]);
    expect(crew.dueMs).toBe(atMinute(5));
    expect(crew.step(5, 'stop')).toEqual(['2 raise stop+5']);
    expect(crew.heard.at(-1)?.sinceMs).toBe(START_MS);
    expect(crew.step(9.99, 'stop')).toEqual([]);
    expect(crew.step(10, 'stop')).toEqual(['1 raise stop+10']);
    expect(crew.step(45, 'clear')).toEqual(['0 clear clear', '1 clear clear', '2 clear clear']);
  });

  test('[TL9] hears nothing of what somebody confirmed, nor of its fall; a further rise must be confirmed anew', () => {
    const crew = new Crew(first, later(5));
    crew.step(0, 'warning');
    crew.confirm(3);
    expect(crew.step(6, 'warning')).toEqual([]);
    expect(crew.step(7, 'stop')).toEqual(['0 raise stop']);
    crew.confirm(8, 'warning');
    expect(crew.step(12, 'stop')).toEqual(['1 raise stop+5']);
    crew.step(50, 'clear');
    expect(crew.step(60, 'warning')).toEqual(['0 raise warning']);
    crew.confirm(61);
    crew.step(70, 'warning');
    expect(crew.step(100, 'clear')).toEqual(['0 clear clear']);
    expect(crew.step(110, 'warning')).toEqual(['0 raise warning']);
    expect(crew.step(115, 'warning')).toEqual(['1 raise warning+5']);
  });

  test('[TL9] that waits is told at its minute of what is so then, however often it rose meanwhile', () => {
    const crew = new Crew(first, later(5));
    crew.step(0, 'warning');
    crew.step(4, 'stop');
    expect(crew.step(5, 'stop')).toEqual(['1 raise stop+5']);
  });

  test('[TL9] is told of each further rise like everybody else once it was told', () => {
    const crew = new Crew(first, later(5));
    crew.step(0, 'warning');
    crew.step(5, 'warning');
    expect(crew.step(6, 'stop')).toEqual(['0 raise stop', '1 raise stop']);
  });

  test('[TL9] what was decided before a rise began confirms nothing of it: a receipt may come late', () => {
    const held = awarenessAfter(NOTHING_TO_KNOW, { level: 'stop', sight: 'seen' }, atMinute(10));
    const old = { level: 'stop', isBlind: false, decidedMs: atMinute(9) } as const;
    expect(confirmedBy(held, old, atMinute(11))).toBe(held);
    const known = confirmedBy(held, { ...old, decidedMs: atMinute(10) }, atMinute(11));
    expect(unconfirmedSinceMs(known, 'watch')).toBeNull();
    expect(awarenessAfter(known, { level: 'stop', sight: 'seen' }, atMinute(12))).toBe(known);
  });

  test('[TL9] where all who hear of a level come after others, those with the fewest minutes are told at once', () => {
    const crew = new Crew(later(10), later(5), later(5), { threshold: 'stop', escalateAfterMin: null });
    expect(crew.step(0, 'warning')).toEqual(['1 raise warning', '2 raise warning']);
    expect(crew.step(10, 'warning')).toEqual(['0 raise warning+10']);
  });

  test('[TL9] whose forerunner goes takes its place at once', () => {
    const crew = new Crew(later(5), first);
    expect(crew.step(0, 'stop')).toEqual(['1 raise stop']);
    crew.all = [later(5)];
    expect(crew.step(1, 'stop')).toEqual(['0 raise stop']);
  });

  test('[TL3] [TL9] hears of stop in its quiet hours, of less at their end if it still holds and nobody confirmed', () => {
    const night = { isQuiet: true };
    const stop = new Crew(first, later(5));
    stop.step(0, 'stop', night);
    expect(stop.step(5, 'stop', night)).toEqual(['1 raise stop+5']);
    const warning = new Crew(later(5), later(9));
    warning.step(0, 'warning', night);
    expect(warning.step(9, 'warning', night)).toEqual([]);
    expect(warning.step(30, 'warning')).toEqual(['0 raise warning', '1 raise warning+9']);
    const known = new Crew(later(5), later(9));
    known.step(0, 'warning', night);
    known.confirm(20);
    expect(known.step(30, 'warning')).toEqual(['0 raise warning']);
  });

  test('[TL4] [TL9] that is muted when its minute comes is told when the mute ends', () => {
    const crew = new Crew(first, later(5));
    crew.step(0, 'stop');
    expect(crew.step(5, 'stop', { isMuted: true })).toEqual([]);
    expect(crew.step(8, 'stop')).toEqual(['1 raise stop+5']);
  });

  test('[TL6] [TL9] hears of blindness that nobody confirmed, its minutes after those who hear at once, and of sight', () => {
    const blind = { kind: 'site', sight: 'unknown' } as const;
    const crew = new Crew(first, later(10));
    crew.step(0, 'clear', blind);
    expect(crew.step(5, 'clear', blind)).toEqual(['0 blind clear']);
    expect(crew.step(14.9, 'clear', blind)).toEqual([]);
    expect(crew.step(15, 'clear', blind)).toEqual(['1 blind clear+10']);
    expect(crew.step(20, 'clear', { kind: 'site' })).toEqual(['0 sight clear', '1 sight clear']);
    const known = new Crew(first, later(10));
    known.step(0, 'stop', blind);
    known.confirm(1, 'stop', false);
    expect(known.step(10, 'stop', blind)).toEqual(['1 blind stop+10']);
    const both = new Crew(first, later(10));
    both.step(0, 'stop', blind);
    both.confirm(1, 'stop', true);
    expect(both.step(30, 'stop', blind)).toEqual([]);
    expect(both.step(31, 'stop', { kind: 'site' })).toEqual(['0 sight stop']);
  });

  test('[TL9] in any story somebody is told at once, nobody is told of what was confirmed, and nobody is forgotten', () => {
    const one = fc.record({
      threshold: fc.constantFrom(...THRESHOLDS),
      escalateAfterMin: fc.constantFrom(null, 1, 3, 10),
    });
    const minute = fc.record({ level: fc.constantFrom(...LEVELS), confirms: fc.integer({ max: 5, min: 0 }) });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), fc.array(minute, { maxLength: 60 }), (all, story) => {
        const crew = new Crew(...all);
        const isUp = all.map(() => false);
        let before: Level = 'clear';
        // Stop is limited to no number an hour, so that the limit does not show here.
        const levels = story.map(({ level }) => (level === 'clear' ? 'clear' : 'stop'));
        for (const [at, { confirms }] of story.entries()) {
          const level = levels[at] ?? 'clear';
          const open = unconfirmedSinceMs(crew.awareness, 'watch');
          const from = crew.heard.length;
          crew.step(at, level);
          for (const { to, type, unconfirmedMin } of crew.heard.slice(from)) {
            if (type === 'watch.raise') {
              expect(isUp[to]).toBe(false);
              if (unconfirmedMin !== undefined) expect(open).not.toBeNull();
              isUp[to] = true;
            } else {
              expect(isUp[to]).toBe(true);
              isUp[to] = false;
            }
          }
          if (level !== 'clear' && before === 'clear') expect(isUp).toContain(true);
          if (level === 'clear') expect(isUp).not.toContain(true);
          const sinceMs = unconfirmedSinceMs(crew.awareness, 'watch');
          for (const [index, { escalateAfterMin }] of all.entries()) {
            const isDue = sinceMs !== null && atMinute(at) >= sinceMs + (escalateAfterMin ?? 0) * MINUTE_MS;
            if (isDue) expect(isUp[index]).toBe(true);
          }
          if (confirms === 0) crew.confirm(at);
          before = level;
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

test('who is told at once waits for nobody, whatever was confirmed', () => {
  expect(turnMs({ afterMin: 0, unconfirmedSinceMs: null })).toBe(0);
  expect(turnMs({ afterMin: 5, unconfirmedSinceMs: null })).toBeNull();
});
