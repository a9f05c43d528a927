import { beforeAll, expect, test } from 'vitest';
import type { DeliveryView } from '#shared/watch/RecipientView.ts';
import { loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { toldLines } from '#web/tools/watch/book/logLines.ts';

const SENT: DeliveryView = {
  id: 'a.3.r',
  type: 'watch.raise',
  level: 'stop',
  area: 'a',
  recipient: 'r',
  change: 3,
  state: 'sent',
  strikeAt: 10_000,
  decidedAt: 12_000,
  sentAt: 14_000,
  attempts: 1,
};

beforeAll(() => loadTexts('en', ['book']));

const said = (...deliveries: readonly Partial<DeliveryView>[]) =>
  toldLines(
    deliveries.map((delivery) => ({ ...SENT, ...delivery })),
    'a',
    3,
    (id) => (id === 'r' ? 'Siren' : undefined),
    textsFor('en'),
  );

test('who was told of a change stands with the seconds after the strike', () => {
  expect(said({})).toEqual(['Siren: sent 4 s after the strike']);
  expect(said({ state: 'confirmed', confirmedAt: 16_200 })).toEqual([
    'Siren: sent 4 s after the strike, confirmed after 6 s',
  ]);
  expect(said({ strikeAt: undefined })).toEqual(['Siren: sent after 2 s']);
});

test('what was not sent says so, and recipients that are gone have no name', () => {
  expect(said({ state: 'dead', sentAt: undefined })).toEqual(['Siren: could not be delivered']);
  expect(said({ state: 'superseded', sentAt: undefined })).toEqual(['Siren: a newer message went instead']);
  expect(said({ state: 'pending', sentAt: undefined, recipient: 'x' })).toEqual(['Somebody: on its way']);
});

test('messages of other changes and areas, and those of none, are left out', () => {
  expect(said({ change: 2 }, { area: 'b' }, { type: 'watch.test' }, { type: 'watch.notice' })).toEqual([]);
});
