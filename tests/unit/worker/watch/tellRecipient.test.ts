import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LEVELS, type Level } from '#shared/watch/Area.ts';
import type { AreaChange, AreaState } from '#shared/watch/AreaState.ts';
import { compareLevels } from '#shared/watch/rings.ts';
import { newAreaState } from '#shared/watch/watchArea.ts';
import { AT_ONCE } from '#worker/watch/tell/Awareness.ts';
import {
  type AreaNotice,
  type Situation,
  TOLD_NOTHING,
  type ToldState,
  tellRecipient,
} from '#worker/watch/tell/tellRecipient.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 6, 1, 12);

/** One recipient's ears through a story: each step is what is so at a minute. */
class Ears {
  told: ToldState = TOLD_NOTHING;
  isOwing = false;
  readonly heard: (AreaNotice & { readonly atMs: number })[] = [];
  private readonly kind: Situation['kind'];
  private readonly threshold: Situation['threshold'];

  constructor(threshold: Situation['threshold'] = 'warning', kind: Situation['kind'] = 'personal') {
    this.threshold = threshold;
    this.kind = kind;
  }

  step(minute: number, level: Level, now: Partial<Situation> & { readonly sight?: AreaState['sight'] } = {}): string[] {
    const { sight = 'seen', ...rest } = now;
    const nowMs = START_MS + minute * MINUTE_MS;
    const state: AreaState = { ...newAreaState(), level, sight, seenBefore: true };
    const situation = { changes: [], isQuiet: false, isMuted: false, turn: AT_ONCE, blindTurn: AT_ONCE, ...rest };
    const telling = tellRecipient(this.told, {
      kind: this.kind,
      threshold: this.threshold,
      state,
      nowMs,
      ...situation,
    });
    this.told = telling.told;
    this.isOwing = telling.isOwing;
    for (const notice of telling.notices) this.heard.push({ ...notice, atMs: nowMs });
    return telling.notices.map(({ type, level: at }) => `${type.slice('watch.'.length)} ${at}`);
  }
}

const change = (kind: AreaChange['kind'], to: Level, more: Partial<AreaChange> = {}): AreaChange => ({
  change: 1,
  atMs: START_MS,
  kind,
  from: 'clear',
  to,
  strike: null,
  watermarkMs: null,
  correction: false,
  late: false,
  found: false,
  ...more,
});

describe('what a recipient hears', () => {
  test('[TL1] crossing its threshold, each further rise, and the fall below it; nothing else', () => {
    const ears = new Ears('warning');
    expect(ears.step(0, 'watch')).toEqual([]);
    expect(ears.step(1, 'warning')).toEqual(['raise warning']);
    expect(ears.step(2, 'warning')).toEqual([]);
    expect(ears.step(3, 'stop')).toEqual(['raise stop']);
    expect(ears.step(40, 'warning')).toEqual([]);
    expect(ears.step(41, 'stop')).toEqual(['raise stop']);
    expect(ears.step(75, 'watch')).toEqual(['lowered watch']);
    expect(ears.step(80, 'clear')).toEqual([]);
    expect(ears.step(90, 'stop')).toEqual(['raise stop']);
    expect(ears.step(125, 'clear')).toEqual(['clear clear']);
  });

  test('[TL1] [TL2] [TL5] in any story, falls end raises, and no more than 8 an hour but for stop', () => {
    const minute = fc.record({
      level: fc.constantFrom(...LEVELS),
      isQuiet: fc.boolean(),
      isMuted: fc.boolean(),
      sight: fc.constantFrom('seen' as const, 'seen' as const, 'unknown' as const),
    });
    const threshold = fc.constantFrom('watch' as const, 'warning' as const, 'stop' as const);
    fc.assert(
      fc.property(fc.array(minute, { maxLength: 120 }), threshold, (story, from) => {
        const ears = new Ears(from);
        for (const [at, { level, ...now }] of story.entries()) ears.step(at, level, now);
        // At last everything is quiet and seen, and an hour has passed: whoever was raised is let down.
        ears.step(story.length + 70, 'clear');
        let raised: Level = 'clear';
        let moves: number[] = [];
        for (const { type, level, previousLevel, atMs } of ears.heard) {
          if (type === 'watch.raise') {
            expect(compareLevels(level, from)).toBeGreaterThanOrEqual(0);
            expect(compareLevels(level, previousLevel)).toBeGreaterThan(0);
            raised = level;
          } else if (type === 'watch.clear' || type === 'watch.lowered') {
            expect(raised).not.toBe('clear');
            expect(compareLevels(level, from)).toBeLessThan(0);
            raised = 'clear';
          } else continue;
          moves = [...moves.filter((ms) => atMs - ms < 60 * MINUTE_MS), atMs];
          const mayExceed = level === 'stop' || previousLevel === 'stop';
          if (!mayExceed) expect(moves.length).toBeLessThanOrEqual(8);
        }
        expect(raised).toBe('clear');
        expect(ears.isOwing).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  test('[TL3] quiet hours hold back a warning, let stop through, and tell at their end what still holds, and since when', () => {
    const ears = new Ears('watch');
    expect(ears.step(0, 'warning', { isQuiet: true })).toEqual([]);
    expect(ears.isOwing).toBe(true);
    expect(ears.step(20, 'warning')).toEqual(['raise warning']);
    expect(ears.heard[0]?.sinceMs).toBe(START_MS);
    expect(ears.step(30, 'stop', { isQuiet: true })).toEqual(['raise stop']);
    expect(ears.step(61, 'clear', { isQuiet: true })).toEqual(['clear clear']);
  });

  test('[TL3] what was over before the quiet hours ended is not told', () => {
    const ears = new Ears('watch');
    ears.step(0, 'warning', { isQuiet: true });
    ears.step(40, 'clear', { isQuiet: true });
    expect(ears.step(60, 'clear')).toEqual([]);
    expect(ears.heard).toEqual([]);
  });

  test('[TL4] who is muted hears the all-clear, and at the end what still holds', () => {
    const ears = new Ears('watch');
    ears.step(0, 'watch');
    expect(ears.step(1, 'stop', { isMuted: true })).toEqual([]);
    expect(ears.step(2, 'stop')).toEqual(['raise stop']);
    expect(ears.step(40, 'clear', { isMuted: true })).toEqual(['clear clear']);
  });

  test('[TL5] the ninth within an hour is held back and told later, stop and corrections at once', () => {
    const ears = new Ears('watch');
    for (let at = 0; at < 8; at += 1) ears.step(at, at % 2 === 0 ? 'watch' : 'clear');
    expect(ears.heard).toHaveLength(8);
    expect(ears.step(9, 'watch')).toEqual([]);
    expect(ears.isOwing).toBe(true);
    expect(ears.step(10, 'stop')).toEqual(['raise stop']);
    expect(ears.step(11, 'clear')).toEqual(['clear clear']);
    expect(ears.step(12, 'warning')).toEqual([]);
    expect(ears.step(13, 'warning', { changes: [change('raise', 'warning', { correction: true })] })).toEqual([
      'raise warning',
    ]);
    expect(ears.step(14, 'clear')).toEqual([]);
    expect(ears.step(75, 'clear')).toEqual(['clear clear']);
  });

  test('[TL6] blindness is told at once at its level, of a site after 5 minutes when clear, and sight to whoever heard of it', () => {
    const person = new Ears('warning');
    expect(person.step(0, 'clear', { sight: 'unknown' })).toEqual([]);
    expect(person.step(10, 'clear', { sight: 'unknown' })).toEqual([]);
    person.step(11, 'warning');
    expect(person.step(12, 'warning', { sight: 'unknown' })).toEqual(['blind warning']);
    expect(person.step(13, 'warning', { sight: 'unknown' })).toEqual([]);
    expect(person.step(20, 'warning')).toEqual(['sight warning']);
    const site = new Ears('stop', 'site');
    expect(site.step(0, 'clear', { sight: 'unknown' })).toEqual([]);
    expect(site.isOwing).toBe(true);
    expect(site.step(5, 'clear', { sight: 'unknown' })).toEqual(['blind clear']);
    expect(site.step(6, 'clear')).toEqual(['sight clear']);
    expect(site.step(7, 'watch', { sight: 'unknown' })).toEqual(['blind watch']);
  });

  test('[TL7] stop that begins anew is told once in 10 minutes', () => {
    const ears = new Ears('stop');
    ears.step(0, 'stop');
    const again = { changes: [change('again', 'stop')] };
    expect(ears.step(6, 'stop', again)).toEqual(['again stop']);
    expect(ears.step(12, 'stop', again)).toEqual([]);
    expect(ears.step(16, 'stop', again)).toEqual(['again stop']);
  });
});
