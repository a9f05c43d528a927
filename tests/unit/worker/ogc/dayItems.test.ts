import { describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { Span } from '#shared/time/spans.ts';
import { dayFeatures } from '#worker/ogc/dayItems.ts';

const at = (text: string) => Date.parse(`2026-07-${text}:00:00Z`);
const NOW_MS = at('20T10');
const FROM_MS = at('10T06');

const days = (unread: readonly Span[], ...hours: readonly [string, number][]) =>
  dayFeatures(
    { hours: hours.map(([text, strikes]) => ({ hour: at(text) / HOUR_MS, strikes })), unread },
    HOME,
    FROM_MS,
    NOW_MS,
  ).map(({ id, properties }) => [id, properties.strikes, properties.unreadSeconds]);

describe('days', () => {
  test('tell their strikes, and how much of each was not read', () => {
    const unread: Span[] = [
      [0, at('18T12')],
      [at('19T23'), at('20T01')],
      [at('20T09'), NOW_MS],
    ];
    expect(days(unread, ['18T12', 2], ['18T23', 3], ['20T00', 7])).toEqual([
      ['2026-07-18', 5, 43_200],
      ['2026-07-19', 0, 3_600],
      ['2026-07-20', 7, 7_200],
    ]);
  });

  test('begin with the first that was read or struck, and today is always there', () => {
    expect(days([[0, NOW_MS]])).toEqual([['2026-07-20', 0, 36_000]]);
    expect(days([[0, NOW_MS]], ['19T00', 1]).map(([id]) => id)).toEqual(['2026-07-19', '2026-07-20']);
    expect(days([])).toHaveLength(11);
  });
});
