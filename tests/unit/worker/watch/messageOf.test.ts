import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#shared/languages.ts';
import type { NearStrike } from '#shared/watch/AreaState.ts';
import { MESSAGE_TYPES } from '#shared/watch/RecipientView.ts';
import { messageFault } from '#worker/dev/standIns/messageCheck.ts';
import type { MessageFire } from '#worker/watch/tell/Message.ts';
import { type MessageSetting, messageOf } from '#worker/watch/tell/messageOf.ts';
import type { AreaNotice } from '#worker/watch/tell/tellRecipient.ts';

const DECIDED_MS = Date.UTC(2026, 6, 1, 11, 11, 2);
const STRIKE: NearStrike = { ordinal: 7, atMs: DECIDED_MS - 8 * 60_000, km: 6.54, bearing: 44 };
const raise: AreaNotice = {
  type: 'watch.raise',
  level: 'stop',
  previousLevel: 'clear',
  strike: STRIKE,
  isCorrection: false,
  isLate: true,
  sinceMs: null,
};
const FIRE: MessageFire = {
  ...{ id: 'f', latitude: 42, longitude: 23, firstSeen: '2026-07-01T10:00:00Z', lastSeen: '2026-07-01T10:50:00Z' },
  ...{ frpMw: 5, chance: 0.6, distanceKm: 12, bearingDeg: 44, url: 'https://lightning.example/en/fires#fire=f' },
};
const setting: MessageSetting = {
  book: { id: 'b', language: 'en', timeZone: 'Europe/Sofia' },
  area: { id: 'a', name: 'Camp' },
  change: 3,
  unknown: false,
  decidedMs: DECIDED_MS,
  isSimulated: false,
};
const said = (language: string, notice: AreaNotice = raise, more: Partial<MessageSetting> = {}) => {
  const { title, text } = messageOf(notice, { ...setting, book: { ...setting.book, language }, ...more }).data;
  return `${title} | ${text}`.replaceAll('\u00a0', ' ');
};

describe('a message', () => {
  test('says in each language where the strike fell, by the clock of the book’s zone, and that it was told late', () => {
    expect(LANGUAGES.map((language) => said(language))).toEqual([
      'STOP: Camp | Lightning 6.5 km north-east at 14:03:02. It was reported only at 14:11. Stop work outside and go to a safe place.',
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
    expect(said('en', fall)).toContain('This is no all-clear');
    const clear: AreaNotice = { ...fall, type: 'watch.clear', level: 'clear' };
    const missed = { level: 'stop' as const, since: new Date(STRIKE.atMs).toISOString() };
    expect(said('en', clear, { missed })).toContain('STOP from 14:03 on could not be delivered.');
  });

  test('of blindness says since when, what was known last, and that silence is not safety', () => {
    const blind: AreaNotice = { ...raise, type: 'watch.blind', level: 'stop', strike: null, sinceMs: STRIKE.atMs };
    expect(said('en', blind)).toBe(
      'NO DATA: Camp | No data since 14:03: nobody can say. Last known: STOP. Act as if it still held.',
    );
  });

  test('[TL9] to who comes after others says why it is told, for people and for machines', () => {
    const late = { ...raise, isLate: false, unconfirmedMin: 5 };
    expect(messageOf(late, setting).data.unconfirmedMin).toBe(5);
    expect(
      LANGUAGES.map((language) =>
        said(language, late)
          .split(/(?<=[.]) /)
          .at(-1),
      ),
    ).toEqual([
      'You are told because nobody confirmed this within 5 min.',
      'Вы получили это, потому что за 5 мин никто не подтвердил тревогу.',
      'Получавате това, защото 5 мин никой не потвърди тревогата.',
    ]);
  });

  test('of every type has a title in every language, and none says more than it knows', () => {
    for (const language of LANGUAGES) {
      for (const type of MESSAGE_TYPES) {
        const text = said(language, { ...raise, type, strike: null, isLate: false });
        expect(text).toMatch(/\S: Camp \| /);
        expect(text).not.toMatch(/undefined|null|NaN/);
      }
    }
  });

  test('[TL10] of every type fits its schema with all that it may have, and another does not', () => {
    const isolated = { area: null, url: undefined };
    const sinceMs = STRIKE.atMs;
    const missed = { level: 'stop', since: new Date(STRIKE.atMs).toISOString() } as const;
    const plain = { ...raise, strike: null, isLate: false };
    const all: readonly (readonly [AreaNotice, Partial<MessageSetting>])[] = [
      [
        { ...raise, isCorrection: true, sinceMs, unconfirmedMin: 5 },
        { strikeOf: () => ({ id: 's', latitude: 42, longitude: 23, atMs: 0 }) },
      ],
      [{ ...raise, type: 'watch.again', isCorrection: true }, {}],
      [{ ...plain, type: 'watch.lowered' }, { missed }],
      [{ ...plain, type: 'watch.clear' }, { missed }],
      [{ ...plain, type: 'watch.blind', sinceMs, unconfirmedMin: 5 }, { unknown: true }],
      [{ ...plain, type: 'watch.sight' }, {}],
      [{ ...plain, type: 'watch.early' }, { sentence: 'Soon.' }],
      [
        { ...plain, type: 'fire.likely-lightning', isCorrection: true },
        { sentence: 'Fire.', fire: FIRE },
      ],
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
      expect(messageFault(message)).toBeUndefined();
      const { level: _, ...data } = message.data;
      expect(messageFault({ ...message, data })).toMatch(/data\.level/);
      expect(messageFault({ ...message, data: { ...message.data, other: 1 } })).toMatch(/data\.other/);
    }
    const [first, ...args] = all[0] ?? [];
    expect(first && args[0] && messageFault(messageOf(first, { ...setting, ...args[0], area: null }))).toMatch(
      /data\.areaId/,
    );
    expect(messageFault(null)).toBeDefined();
  });
});
