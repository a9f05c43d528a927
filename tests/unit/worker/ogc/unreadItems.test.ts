import { expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { unreadFeatures } from '#worker/ogc/unreadItems.ts';

const at = (text: string) => Date.parse(`2026-07-01T${text}:00Z`);
const NOW_MS = at('12:00');
const told = (completeToMs: number | null, ...unread: (readonly [number, number])[]) =>
  unreadFeatures({ completeToMs, unread, outsideHome: false }, HOME, at('00:00'), NOW_MS).map(({ id, properties }) => [
    id,
    properties.state,
    properties.seconds,
  ]);

test('what was not read always ends with what was not read yet', () => {
  expect(told(at('11:58'), [at('00:00'), at('01:00')], [at('03:00'), at('03:01')])).toEqual([
    ['2026-07-01T00:00:00.000Z', 'gap', 3_600],
    ['2026-07-01T03:00:00.000Z', 'gap', 60],
    ['not-yet', 'not-yet', 120],
  ]);
  expect(told(at('12:01'))).toEqual([['not-yet', 'not-yet', 0]]);
  expect(told(null, [at('00:00'), NOW_MS])).toEqual([['not-yet', 'not-yet', 43_200]]);
});
