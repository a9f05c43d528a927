import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#shared/languages.ts';
import { type AreaChange, compareLevels, LEVELS, type Level, type NearStrike } from '#shared/watch/Area.ts';
import { MESSAGE_TYPES, THRESHOLDS } from '#shared/watch/bodies.ts';
import { newAreaState } from '#shared/watch/watchArea.ts';
import { messageError } from '#worker/dev/fakes/hookReceiver.ts';
import { type MessageFire, type MessageSetting, messageOf } from '#worker/watch/messages.ts';
import {
  type AreaNotice,
  confirmedBy,
  dataLossStepFor,
  type EscalationState,
  escalationAfter,
  escalationStepFor,
  type InOrder,
  NOTHING_TO_KNOW,
  NOTIFIED_NOTHING,
  type NotificationState,
  planNotifications,
  type Situation,
  unconfirmedSinceMs,
} from '#worker/watch/planNotifications.ts';

const MINUTE_MS = 60_000;

const START_MS = Date.UTC(2026, 6, 1, 12);

const atMinute = (minute: number) => START_MS + minute * MINUTE_MS;

interface Received extends AreaNotice {
  readonly to: number;
  readonly minute: number;
}
type Now = Partial<Pick<Situation, 'isQuiet' | 'isMuted' | 'kind' | 'changes'>> & {
  readonly dataStatus?: 'seen' | 'unknown';
};

/** The recipients of one area through a story, as the teller leads them. */
class Crew {
  escalation: EscalationState = NOTHING_TO_KNOW;
  level: Level = 'clear';
  dueMs: number | undefined;
  isOwing = false;
  readonly received: Received[] = [];
  private readonly reported: NotificationState[];
  all: readonly InOrder[];

  constructor(...all: readonly InOrder[]) {
    this.all = all;
    this.reported = all.map(() => NOTIFIED_NOTHING);
  }

  /** What each hears, as `index type level`, without the index where it is alone; `+`: told because nobody confirmed. */
  step(minute: number, level: Level, { kind = 'personal', dataStatus = 'seen', ...now }: Now = {}): string[] {
    const nowMs = atMinute(minute);
    const state = { ...newAreaState(), level, dataStatus, seenBefore: true };
    this.level = level;
    this.escalation = escalationAfter(this.escalation, state, nowMs);
    const texts: string[] = [];
    for (const [index, one] of this.all.entries()) {
      const notificationContext = planNotifications(this.reported[index] ?? NOTIFIED_NOTHING, {
        kind,
        state,
        changes: [],
        threshold: one.threshold,
        isQuiet: false,
        isMuted: false,
        ...now,
        escalationStep: escalationStepFor(one, this.all, level, this.escalation),
        dataLossStep: dataLossStepFor(one, this.all, { kind, level }, this.escalation),
        nowMs,
      });
      this.reported[index] = notificationContext.reported;
      this.dueMs = notificationContext.dueMs;
      this.isOwing = notificationContext.isOwing;
      for (const notice of notificationContext.notices) {
        this.received.push({ ...notice, to: index, minute });
        const why = notice.unconfirmedMin === undefined ? '' : `+${notice.unconfirmedMin}`;
        const who = this.reported.length > 1 ? `${index} ` : '';
        texts.push(`${who}${notice.type.slice('watch.'.length)} ${notice.level}${why}`);
      }
    }
    return texts;
  }

  confirm(minute: number, level = this.level, isDataLost = false): void {
    const nowMs = atMinute(minute);
    this.escalation = confirmedBy(this.escalation, { level, isBlind: isDataLost, decidedMs: nowMs }, nowMs);
  }
}

describe('who comes after others', () => {
  const first: InOrder = { threshold: 'warning', escalateAfterMin: null };
  const later = (escalateAfterMin: number): InOrder => ({ threshold: 'warning', escalateAfterMin });

  test('[TL9] is told of a raise that nobody confirmed within its minutes, in their order, and then of the fall', () => {
    const crew = new Crew(first, later(10), later(5));
    expect(crew.step(0, 'stop')).toEqual(['0 raised stop']);
    expect(crew.step(4.99, 'stop')).toEqual([]);
    expect(crew.dueMs).toBe(atMinute(5));
    expect(crew.step(5, 'stop')).toEqual(['2 raised stop+5']);
    expect(crew.received.at(-1)?.sinceMs).toBe(START_MS);
    expect(crew.step(9.99, 'stop')).toEqual([]);
    expect(crew.step(10, 'stop')).toEqual(['1 raised stop+10']);
    expect(crew.step(45, 'clear')).toEqual(['0 all-clear clear', '1 all-clear clear', '2 all-clear clear']);
  });

  test('[TL9] hears nothing of what somebody confirmed, nor of its fall; a further rise must be confirmed anew', () => {
    const crew = new Crew(first, later(5));
    crew.step(0, 'warning');
    crew.confirm(3);
    expect(crew.step(6, 'warning')).toEqual([]);
    expect(crew.step(7, 'stop')).toEqual(['0 raised stop']);
    crew.confirm(8, 'warning');
    expect(crew.step(12, 'stop')).toEqual(['1 raised stop+5']);
    crew.step(50, 'clear');
    expect(crew.step(60, 'warning')).toEqual(['0 raised warning']);
    crew.confirm(61);
    crew.step(70, 'warning');
    expect(crew.step(100, 'clear')).toEqual(['0 all-clear clear']);
    expect(crew.step(110, 'warning')).toEqual(['0 raised warning']);
    expect(crew.step(115, 'warning')).toEqual(['1 raised warning+5']);
  });

  test('[TL9] that waits is told at its minute of what is so then, however often it rose meanwhile', () => {
    const crew = new Crew(first, later(5));
    crew.step(0, 'warning');
    crew.step(4, 'stop');
    expect(crew.step(5, 'stop')).toEqual(['1 raised stop+5']);
  });

  test('[TL9] is told of each further rise like everybody else once it was told', () => {
    const crew = new Crew(first, later(5));
    crew.step(0, 'warning');
    crew.step(5, 'warning');
    expect(crew.step(6, 'stop')).toEqual(['0 raised stop', '1 raised stop']);
  });

  test('[TL9] what was decided before a rise began confirms nothing of it: a receipt may come late', () => {
    const held = escalationAfter(NOTHING_TO_KNOW, { level: 'stop', dataStatus: 'seen' }, atMinute(10));
    const old = { level: 'stop', isBlind: false, decidedMs: atMinute(9) } as const;
    expect(confirmedBy(held, old, atMinute(11))).toBe(held);
    const known = confirmedBy(held, { ...old, decidedMs: atMinute(10) }, atMinute(11));
    expect(unconfirmedSinceMs(known, 'watch')).toBeNull();
    expect(escalationAfter(known, { level: 'stop', dataStatus: 'seen' }, atMinute(12))).toBe(known);
  });

  test('[TL9] where all who hear of a level come after others, those with the fewest minutes are told at once', () => {
    const crew = new Crew(later(10), later(5), later(5), { threshold: 'stop', escalateAfterMin: null });
    expect(crew.step(0, 'warning')).toEqual(['1 raised warning', '2 raised warning']);
    expect(crew.step(10, 'warning')).toEqual(['0 raised warning+10']);
  });

  test('[TL9] whose forerunner goes takes its place at once', () => {
    const crew = new Crew(later(5), first);
    expect(crew.step(0, 'stop')).toEqual(['1 raised stop']);
    crew.all = [later(5)];
    expect(crew.step(1, 'stop')).toEqual(['0 raised stop']);
  });

  test('[TL3] [TL9] hears of stop in its quiet hours, of less at their end if it still holds and nobody confirmed', () => {
    const night = { isQuiet: true };
    const stop = new Crew(first, later(5));
    stop.step(0, 'stop', night);
    expect(stop.step(5, 'stop', night)).toEqual(['1 raised stop+5']);
    const warning = new Crew(later(5), later(9));
    warning.step(0, 'warning', night);
    expect(warning.step(9, 'warning', night)).toEqual([]);
    expect(warning.step(30, 'warning')).toEqual(['0 raised warning', '1 raised warning+9']);
    const known = new Crew(later(5), later(9));
    known.step(0, 'warning', night);
    known.confirm(20);
    expect(known.step(30, 'warning')).toEqual(['0 raised warning']);
  });

  test('[TL4] [TL9] that is muted when its minute comes is told when the mute ends', () => {
    const crew = new Crew(first, later(5));
    crew.step(0, 'stop');
    expect(crew.step(5, 'stop', { isMuted: true })).toEqual([]);
    expect(crew.step(8, 'stop')).toEqual(['1 raised stop+5']);
  });

  test('[TL6] [TL9] hears of blindness that nobody confirmed, its minutes after those who hear at once, and of sight', () => {
    const dataLost = { kind: 'site', dataStatus: 'unknown' } as const;
    const crew = new Crew(first, later(10));
    crew.step(0, 'clear', dataLost);
    expect(crew.step(5, 'clear', dataLost)).toEqual(['0 data-lost clear']);
    expect(crew.step(14.9, 'clear', dataLost)).toEqual([]);
    expect(crew.step(15, 'clear', dataLost)).toEqual(['1 data-lost clear+10']);
    expect(crew.step(20, 'clear', { kind: 'site' })).toEqual(['0 data-restored clear', '1 data-restored clear']);
    const known = new Crew(first, later(10));
    known.step(0, 'stop', dataLost);
    known.confirm(1, 'stop', false);
    expect(known.step(10, 'stop', dataLost)).toEqual(['1 data-lost stop+10']);
    const both = new Crew(first, later(10));
    both.step(0, 'stop', dataLost);
    both.confirm(1, 'stop', true);
    expect(both.step(30, 'stop', dataLost)).toEqual([]);
    expect(both.step(31, 'stop', { kind: 'site' })).toEqual(['0 data-restored stop']);
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
          const open = unconfirmedSinceMs(crew.escalation, 'watch');
          const from = crew.received.length;
          crew.step(at, level);
          for (const { to, type, unconfirmedMin } of crew.received.slice(from)) {
            if (type === 'watch.raised') {
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
          const sinceMs = unconfirmedSinceMs(crew.escalation, 'watch');
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
  const alone = (threshold: InOrder['threshold']) => new Crew({ threshold, escalateAfterMin: null });

  test('[TL1] crossing its threshold, each further rise, and the fall below it; nothing else', () => {
    const ears = alone('warning');
    expect(ears.step(0, 'watch')).toEqual([]);
    expect(ears.step(1, 'warning')).toEqual(['raised warning']);
    expect(ears.step(2, 'warning')).toEqual([]);
    expect(ears.step(3, 'stop')).toEqual(['raised stop']);
    expect(ears.step(40, 'warning')).toEqual([]);
    expect(ears.step(41, 'stop')).toEqual(['raised stop']);
    expect(ears.step(75, 'watch')).toEqual(['lowered watch']);
    expect(ears.step(80, 'clear')).toEqual([]);
    expect(ears.step(90, 'stop')).toEqual(['raised stop']);
    expect(ears.step(125, 'clear')).toEqual(['all-clear clear']);
  });

  test('[TL1] [TL2] [TL5] in any story, falls end raises, and no more than 8 an hour but for stop', () => {
    const minute = fc.record({
      level: fc.constantFrom(...LEVELS),
      isQuiet: fc.boolean(),
      isMuted: fc.boolean(),
      dataStatus: fc.constantFrom('seen' as const, 'seen' as const, 'unknown' as const),
    });
    const threshold = fc.constantFrom('watch' as const, 'warning' as const, 'stop' as const);
    fc.assert(
      fc.property(fc.array(minute, { maxLength: 120 }), threshold, (story, from) => {
        const ears = alone(from);
        for (const [at, { level, ...now }] of story.entries()) ears.step(at, level, now);
        // At last everything is quiet and seen, and an hour has passed: whoever was raised is let down.
        ears.step(story.length + 70, 'clear');
        let raised: Level = 'clear';
        let moves: number[] = [];
        for (const { type, level, previousLevel, minute: at } of ears.received) {
          if (type === 'watch.raised') {
            expect(compareLevels(level, from)).toBeGreaterThanOrEqual(0);
            expect(compareLevels(level, previousLevel)).toBeGreaterThan(0);
            raised = level;
          } else if (type === 'watch.all-clear' || type === 'watch.lowered') {
            expect(raised).not.toBe('clear');
            expect(compareLevels(level, from)).toBeLessThan(0);
            raised = 'clear';
          } else continue;
          moves = [...moves.filter((before) => at - before < 60), at];
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
    const ears = alone('watch');
    expect(ears.step(0, 'warning', { isQuiet: true })).toEqual([]);
    expect(ears.isOwing).toBe(true);
    expect(ears.step(20, 'warning')).toEqual(['raised warning']);
    expect(ears.received[0]?.sinceMs).toBe(START_MS);
    expect(ears.step(30, 'stop', { isQuiet: true })).toEqual(['raised stop']);
    expect(ears.step(61, 'clear', { isQuiet: true })).toEqual(['all-clear clear']);
    const over = alone('watch');
    over.step(0, 'warning', { isQuiet: true });
    over.step(40, 'clear', { isQuiet: true });
    expect(over.step(60, 'clear')).toEqual([]);
    expect(over.received).toEqual([]);
  });

  test('[TL4] who is muted hears the all-clear, and at the end what still holds', () => {
    const ears = alone('watch');
    ears.step(0, 'watch');
    expect(ears.step(1, 'stop', { isMuted: true })).toEqual([]);
    expect(ears.step(2, 'stop')).toEqual(['raised stop']);
    expect(ears.step(40, 'clear', { isMuted: true })).toEqual(['all-clear clear']);
  });

  test('[TL5] the ninth within an hour is held back and told later, stop and corrections at once', () => {
    const ears = alone('watch');
    for (let at = 0; at < 8; at += 1) ears.step(at, at % 2 === 0 ? 'watch' : 'clear');
    expect(ears.received).toHaveLength(8);
    expect(ears.step(9, 'watch')).toEqual([]);
    expect(ears.isOwing).toBe(true);
    expect(ears.step(10, 'stop')).toEqual(['raised stop']);
    expect(ears.step(11, 'clear')).toEqual(['all-clear clear']);
    expect(ears.step(12, 'warning')).toEqual([]);
    expect(ears.step(13, 'warning', { changes: [change('raise', 'warning', { correction: true })] })).toEqual([
      'raised warning',
    ]);
    expect(ears.step(14, 'clear')).toEqual([]);
    expect(ears.step(75, 'clear')).toEqual(['all-clear clear']);
  });

  test('[TL6] blindness is told at once at its level, of a site after 5 minutes when clear, and sight to whoever heard of it', () => {
    const person = alone('warning');
    expect(person.step(0, 'clear', { dataStatus: 'unknown' })).toEqual([]);
    expect(person.step(10, 'clear', { dataStatus: 'unknown' })).toEqual([]);
    person.step(11, 'warning');
    expect(person.step(12, 'warning', { dataStatus: 'unknown' })).toEqual(['data-lost warning']);
    expect(person.step(13, 'warning', { dataStatus: 'unknown' })).toEqual([]);
    expect(person.step(20, 'warning')).toEqual(['data-restored warning']);
    const site = alone('stop');
    const dataLost = { kind: 'site', dataStatus: 'unknown' } as const;
    expect(site.step(0, 'clear', dataLost)).toEqual([]);
    expect(site.isOwing).toBe(true);
    expect(site.step(5, 'clear', dataLost)).toEqual(['data-lost clear']);
    expect(site.step(6, 'clear', { kind: 'site' })).toEqual(['data-restored clear']);
    expect(site.step(7, 'watch', dataLost)).toEqual(['data-lost watch']);
  });

  test('[TL7] stop that begins anew is told once in 10 minutes', () => {
    const ears = alone('stop');
    ears.step(0, 'stop');
    const again = { changes: [change('again', 'stop')] };
    expect(ears.step(6, 'stop', again)).toEqual(['stop-extended stop']);
    expect(ears.step(12, 'stop', again)).toEqual([]);
    expect(ears.step(16, 'stop', again)).toEqual(['stop-extended stop']);
  });
});

describe('a message', () => {
  const DECIDED_MS = Date.UTC(2026, 6, 1, 11, 11, 2);
  const STRIKE: NearStrike = { ordinal: 7, atMs: DECIDED_MS - 8 * 60_000, km: 6.54, bearing: 44 };
  const raise: AreaNotice = {
    type: 'watch.raised',
    level: 'stop',
    previousLevel: 'clear',
    strike: STRIKE,
    isCorrection: false,
    isLate: true,
    sinceMs: null,
  };
  const FIRE: MessageFire = {
    id: 'f',
    latitude: 42,
    longitude: 23,
    firstSeen: '2026-07-01T10:00:00Z',
    lastSeen: '2026-07-01T10:50:00Z',
    frpMw: 5,
    chance: 0.6,
    distanceKm: 12,
    bearingDeg: 44,
    url: 'https://lightning.example/en/fires#fire=f',
  };
  const setting: MessageSetting = {
    watchlist: { id: 'b', language: 'en', timeZone: 'Europe/Sofia' },
    area: { id: 'a', name: 'Camp' },
    change: 3,
    unknown: false,
    decidedMs: DECIDED_MS,
    isSimulated: false,
  };
  const missed = { level: 'stop', since: new Date(STRIKE.atMs).toISOString() } as const;
  const textOf = (language: string, notice: AreaNotice = raise, more: Partial<MessageSetting> = {}) => {
    const { title, text } = messageOf(notice, {
      ...setting,
      watchlist: { ...setting.watchlist, language },
      ...more,
    }).data;
    return `${title} | ${text}`.replaceAll('\u00a0', ' ');
  };

  test('says in each language where the strike fell, by the clock of the watchlist’s zone, and that it was told late', () => {
    expect(LANGUAGES.map((language) => textOf(language))).toEqual([
      'STOP: Camp | Lightning 6.5 km north-east at 14:03:02. Reported only at 14:11. Stop work outside and go to a safe place.',
      'СТОП: Camp | Молния в 6,5 км к северо-востоку, в 14:03:02. Сообщение о ней пришло только в 14:11. Прекратите работы на открытом воздухе и уйдите в укрытие.',
      'СТОП: Camp | Мълния на 6,5 км на североизток в 14:03:02. Съобщението за нея дойде едва в 14:11. Спрете работата на открито и се приберете на безопасно място.',
    ]);
  });

  test('of simulated strikes says EXERCISE first, in its title and for machines', () => {
    const { data } = messageOf(raise, { ...setting, isSimulated: true });
    expect(data.title).toMatch(/^EXERCISE/);
    expect(data.simulated).toBe(true);
  });

  test('of a fall that is no all-clear says so, and an all-clear says what never arrived', () => {
    const fall: AreaNotice = { ...raise, type: 'watch.lowered', level: 'warning', previousLevel: 'stop', strike: null };
    expect(textOf('en', fall)).toContain('Not an all-clear');
    const clear: AreaNotice = { ...fall, type: 'watch.all-clear', level: 'clear' };
    expect(textOf('en', clear, { missed })).toContain('STOP from 14:03 on could not be delivered.');
  });

  test('of blindness says since when, what was known last, and that silence is not safety', () => {
    const areaNotice: AreaNotice = {
      ...raise,
      type: 'watch.data-lost',
      level: 'stop',
      strike: null,
      sinceMs: STRIKE.atMs,
    };
    expect(textOf('en', areaNotice)).toBe(
      'NO DATA: Camp | No data since 14:03. Lightning may be missing. Last known: STOP. Treat it as still active.',
    );
  });

  test('[TL9] to who comes after others says why it is told, for people and for machines', () => {
    const late = { ...raise, isLate: false, unconfirmedMin: 5 };
    expect(messageOf(late, setting).data.unconfirmedMin).toBe(5);
    const reasons = LANGUAGES.map((language) => /[^.]*[.]$/.exec(textOf(language, late))?.[0].trim());
    expect(reasons).toEqual([
      'Nobody confirmed within 5 min.',
      'За 5 мин тревогу никто не подтвердил.',
      '5 мин никой не потвърди тревогата.',
    ]);
  });

  test('of every type has a title in every language, and none says more than it knows', () => {
    for (const language of LANGUAGES) {
      for (const type of MESSAGE_TYPES) {
        const text = textOf(language, { ...raise, type, strike: null, isLate: false });
        expect(text).toMatch(/\S: Camp \| /);
        expect(text).not.toMatch(/undefined|null|NaN/);
      }
    }
  });

  test('[TL10] of every type fits its schema with all that it may have, and another does not', () => {
    const strikeOf = () => ({ id: 's', latitude: 42, longitude: 23, atMs: 0 });
    const fire = { sentence: 'Fire.', fire: FIRE };
    const isolated = { area: null, url: undefined };
    const sinceMs = STRIKE.atMs;
    const plain = { ...raise, strike: null, isLate: false };
    const all: readonly (readonly [AreaNotice, Partial<MessageSetting>])[] = [
      [{ ...raise, isCorrection: true, sinceMs, unconfirmedMin: 5 }, { strikeOf }],
      [{ ...raise, type: 'watch.stop-extended', isCorrection: true }, {}],
      [{ ...plain, type: 'watch.lowered' }, { missed }],
      [{ ...plain, type: 'watch.all-clear' }, { missed }],
      [{ ...plain, type: 'watch.data-lost', sinceMs, unconfirmedMin: 5 }, { unknown: true }],
      [{ ...plain, type: 'watch.data-restored' }, {}],
      [{ ...plain, type: 'watch.early-notice' }, { sentence: 'Soon.' }],
      [{ ...plain, type: 'fire.likely-lightning', isCorrection: true }, fire],
      [
        { ...plain, type: 'watch.notice' },
        { ...isolated, sentence: 'One is gone.' },
      ],
      [{ ...plain, type: 'watch.ended' }, { url: undefined }],
      [{ ...plain, type: 'watch.test' }, { isDrill: true }],
      [
        { ...plain, type: 'watch.challenge' },
        { ...isolated, challenge: 'echo me' },
      ],
      [{ ...plain, type: 'watch.heartbeat' }, isolated],
    ];
    expect(all.map(([{ type }]) => type)).toEqual(MESSAGE_TYPES);
    const url = 'https://lightning.example/en/watch/b/a';
    for (const [notice, more] of all) {
      const message = JSON.parse(JSON.stringify(messageOf(notice, { ...setting, isSimulated: true, url, ...more })));
      expect(messageError(message)).toBeUndefined();
      const { level: _, ...data } = message.data;
      expect(messageError({ ...message, data })).toMatch(/data\.level/);
      expect(messageError({ ...message, data: { ...message.data, other: 1 } })).toMatch(/data\.other/);
    }
    const [first, ...args] = all[0] ?? [];
    expect(first && args[0] && messageError(messageOf(first, { ...setting, ...args[0], area: null }))).toMatch(
      /data\.areaId/,
    );
    expect(messageError(null)).toBeDefined();
  });
});
