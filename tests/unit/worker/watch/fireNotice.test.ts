import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#shared/languages.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { NewsFire } from '#worker/fires/FireNews.ts';
import { fireMessage } from '#worker/watch/tell/fireMessage.ts';
import { type FireTelling, fireNotice, furthestOf } from '#worker/watch/tell/fireNotice.ts';

const NOW = Date.UTC(2026, 6, 1, 12);
const FIRE: NewsFire = {
  id: 'f0',
  latitude: 42.8123456,
  longitude: 23.5,
  firstSeenMs: NOW - 2 * HOUR_MS,
  lastSeenMs: NOW - HOUR_MS,
  frpMw: 12.345,
  isStatic: false,
  state: 'likely',
  chance: 0.634,
};
const FREE = { isQuiet: false, isMuted: false, isTooOften: false, nowMs: NOW };
const decide = (
  before: FireTelling | undefined,
  fire: Partial<NewsFire> = {},
  situation: Partial<typeof FREE> = {},
) => {
  const { after, says } = fireNotice(before, { ...FIRE, ...fire }, { ...FREE, ...situation });
  return says ? `${after}: ${says}` : after;
};

describe('a recipient that wants to be told of fires', () => {
  test('[FN1] is told of one that is likely, no static source and no day old, and then never again', () => {
    expect(decide(undefined)).toBe('told: likely');
    expect(decide('told')).toBe('told');
    for (const state of ['possible', 'unlikely', 'none', 'unread'] as const) {
      expect(decide(undefined, { state })).toBeUndefined();
    }
    expect(decide(undefined, { isStatic: true })).toBeUndefined();
    expect(decide(undefined, { firstSeenMs: NOW - 24 * HOUR_MS })).toBe('told: likely');
    expect(decide(undefined, { firstSeenMs: NOW - 24 * HOUR_MS - 1 })).toBeUndefined();
  });

  test('[FN2] gets one correction if it is below likely; not if it is unread or grew static, and none of what was never told', () => {
    for (const state of ['possible', 'unlikely', 'none'] as const) {
      expect(decide('told', { state })).toBe('corrected: correction');
      expect(decide('corrected', { state })).toBe('corrected');
      expect(decide(undefined, { state })).toBeUndefined();
    }
    expect(decide('told', { state: 'unread' })).toBe('told');
    expect(decide('told', { isStatic: true })).toBe('told');
    expect(decide('corrected')).toBe('corrected');
    expect(decide('told', { state: 'unlikely', firstSeenMs: NOW - 500 * HOUR_MS })).toBe('corrected: correction');
  });

  test('[FN3] waits while it is quiet or after eight in the hour, and is told if it still is so and no day old', () => {
    for (const situation of [{ isQuiet: true }, { isTooOften: true }]) {
      expect(decide(undefined, {}, situation)).toBe('waits');
      expect(decide('waits', {}, situation)).toBe('waits');
    }
    expect(decide('waits')).toBe('told: likely');
    expect(decide('waits', { state: 'unlikely' })).toBe('waits');
    expect(decide('waits', { firstSeenMs: NOW - 25 * HOUR_MS })).toBeUndefined();
  });

  test('[FN3] is never told of one that came while it was muted; a correction waits for the end of mute and quiet hours', () => {
    expect(decide(undefined, {}, { isMuted: true })).toBe('passed');
    expect(decide('waits', {}, { isMuted: true })).toBe('passed');
    expect(decide('passed')).toBe('passed');
    for (const situation of [{ isMuted: true }, { isQuiet: true }]) {
      expect(decide('told', { state: 'unlikely' }, situation)).toBe('recants');
      expect(decide('recants', { state: 'likely' }, situation)).toBe('told');
    }
    expect(decide('recants', { state: 'unlikely' })).toBe('corrected: correction');
  });

  test('[FN1] hears of two that grow together what it would of the one it was told of', () => {
    expect(furthestOf('told', undefined)).toBe('told');
    expect(furthestOf('waits', 'told')).toBe('told');
    expect(furthestOf('corrected', 'told')).toBe('told');
    expect(furthestOf('passed', 'waits')).toBe('passed');
  });
});

describe('a message about a fire', () => {
  const of = (language: string, isCorrection: boolean, away = { km: 12.3, bearing: 44 }, fire = FIRE) =>
    fireMessage({
      ...{ fire, toldAs: 'f1', away, isCorrection, origin: 'https://lightning.example' },
      book: { language, timeZone: 'Europe/Sofia' },
    });
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');

  test('says where, when and how likely, that 4 in 10 of such are not, and what it is not for', () => {
    expect(LANGUAGES.map((language) => plain(of(language, false).sentence))).toEqual([
      'Satellites saw a hotspot 12 km north-east: first at 13:00, last at 14:00. Likely lightning: chance 63%; about 4 in 10 of such are not. Not for the protection of life or property.',
      'Спутники видели термоточку в 12 км к северо-востоку: впервые в 13:00, последний раз в 14:00. Вероятно от молнии: 63 %; примерно 4 из 10 таких — не от молнии. Не предназначено для защиты жизни и имущества.',
      'Сателити видяха топлинна точка на 12 км на североизток: за пръв път в 13:00, за последно в 14:00. Вероятно от мълния: 63%; около 4 от 10 такива не са от мълния. Не е предназначено за защита на живот и имущество.',
    ]);
    const once = { ...FIRE, lastSeenMs: FIRE.firstSeenMs };
    expect(of('en', false, { km: 0, bearing: 0 }, once).sentence).toContain('a hotspot inside the area at 13:00.');
    const atLeast = LANGUAGES.map((language) => {
      const { sentence } = of(language, false, undefined, { ...FIRE, unreadShare: 0.2 });
      return /at least 63|не менее 63|поне 63/.test(sentence);
    });
    expect(atLeast).toEqual([true, true, true]);
  });

  test('[FN2] that corrects says of which, and that it may burn all the same', () => {
    expect(LANGUAGES.map((language) => plain(of(language, true).sentence).split('. ').slice(0, 2).join('. '))).toEqual([
      'The hotspot 12 km north-east, first seen on July 1 at 13:00, is no longer likely lightning: the chance is now 63%. It may burn all the same',
      'Термоточка в 12 км к северо-востоку, впервые замеченная 1 июля в 13:00, больше не считается вероятно возникшей от молнии: теперь 63 %. Гореть там может всё равно',
      'Топлинната точка на 12 км на североизток, забелязана за пръв път на 1 юли в 13:00, вече не се смята за вероятно от мълния: сега 63%. Въпреки това там може да гори',
    ]);
  });

  test('has the id by which it was told, and a link to the fire that it is now', () => {
    expect(of('bg', true).fire).toEqual({
      ...{
        id: 'f1',
        latitude: 42.81235,
        longitude: 23.5,
        frpMw: 12.35,
        chance: 0.634,
        distanceKm: 12.3,
        bearingDeg: 44,
      },
      ...{ firstSeen: '2026-07-01T10:00:00Z', lastSeen: '2026-07-01T11:00:00Z' },
      url: 'https://lightning.example/bg/fires#fire=f0',
    });
  });
});
