import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { SkyFacts } from '#shared/verdict/SkyFacts.ts';
import { verdictOf } from '#shared/verdict/verdictOf.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { aCell, aNews } from '#tests/unit/web/map/stormCells/aCell.ts';
import { type FeedView, firstView } from '#web/sky/feed/FeedView.ts';
import { placeForecast } from '#web/sky/forecast/placeForecast.ts';
import { cellsNow } from '#web/sky/shown/Sky.ts';
import { liveSky } from '#web/sky/shown/SkySource.ts';
import { askedOf, verdictFacts } from '#web/sky/shown/verdictFacts.ts';
import { heldStrikes } from '#web/sky/strikes/nearestKnown.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';
import { verdictSentences } from '#worker/places/placeHtml.ts';
import { factsOf } from '#worker/places/placeSky.ts';
import { aSky, MINUTE_MS, NOW, northOf, PLOVDIV } from './aPlacePage.ts';

type OfServer = Parameters<typeof aSky>;

/** The facts of the map that shows the place, chosen as its point, with the same strikes, cells and state of the feed. */
function factsOfMap([{ feed, unread = [], cells = null } = {}, strikes = []]: OfServer) {
  const store = new StrikeStore({ capacity: 100, maxAgeMs: 86_400_000, epochMs: NOW });
  store.append(strikesToColumns(strikes.map((strike, index) => ({ ...strike, ordinal: index + 1 }))), NOW);
  const known = {
    state: 'live',
    lastSuccessMs: NOW - 4_000,
    newestStrikeMs: null,
    typicalDelayMs: null,
    ...feed,
  } as const;
  const view: FeedView = {
    ...firstView(store, NOW - 600_000),
    ...{ phase: 'open', heardAtMs: NOW, areas: { home: HOME_BOX, coverage: HOME_BOX }, source: 'live', complete: true },
    feed: { ...known, unread: unread.map(([fromMs, toMs]): [number, number] => [fromMs, toMs]) },
    cells,
  };
  const box = { west: 24, south: 41.5, east: 25.5, north: 42.8 };
  const source = liveSky(view, { box, windowMs: HOUR_MS }, NOW);
  const measure = { at: PLOVDIV, by: 'point' } as const;
  const asked = askedOf(measure, box, HOME_BOX, HOUR_MS);
  const told = heldStrikes(store, PLOVDIV, { ...asked, endMs: source.endMs, toMs: source.toMs });
  const now = cellsNow(cells, source.truth, NOW, true);
  const isDrawn = now.kind === 'told' && now.event.cells.id.length > 0;
  const forecast = isDrawn ? placeForecast(PLOVDIV, now.event, store, NOW - HOUR_MS) : undefined;
  const ofCells = now.kind === 'late' ? ({ kind: 'late' } as const) : (forecast ?? ({ kind: 'none' } as const));
  return verdictFacts({ source, view, presentMs: NOW, asked, strikes: told, cells: ofCells });
}

const states = fc.constantFrom(
  { state: 'live', lastSuccessMs: NOW - 4_000 } as const,
  { state: 'delayed', lastSuccessMs: NOW - 70_000 } as const,
  { state: 'down', lastSuccessMs: NOW - 10 * MINUTE_MS } as const,
);
const fallen = fc.array(
  fc.record({ minutes: fc.integer({ min: 0, max: 75 }), km: fc.integer({ min: -110, max: 110 }) }),
  { maxLength: 40 },
);
const storms = fc.array(
  fc.record({
    km: fc.integer({ min: -90, max: 90 }),
    northKmH: fc.integer({ min: -60, max: 60 }),
    showArrow: fc.boolean(),
  }),
  { maxLength: 3 },
);

test('for the same instant the page of a place and the map with that place say the same verdict', () => {
  fc.assert(
    fc.property(
      states,
      fallen,
      storms,
      fc.boolean(),
      fc.integer({ min: 0, max: 12 }),
      (feed, strikes, cells, gap, age) => {
        const reports = cells.map(({ km, ...motion }, index) =>
          aCell({
            id: index + 1,
            latitude: northOf(0, km).latitude,
            longitude: PLOVDIV.longitude,
            radiusKm: 8,
            ...motion,
          }),
        );
        const told: OfServer = [
          {
            feed,
            unread: gap ? [[NOW - 30 * MINUTE_MS, NOW - 29 * MINUTE_MS]] : [],
            cells: encodeCells({ ...aNews(reports), atMs: NOW - age * MINUTE_MS }),
          },
          strikes.map(({ minutes, km }) => northOf(minutes, km)),
        ];
        const said = (facts: SkyFacts) => verdictSentences(verdictOf({ ...facts, from: 'place' }), 'en', 'UTC');
        expect(said(factsOf(PLOVDIV, aSky(...told), NOW))).toEqual(said(factsOfMap(told)));
      },
    ),
    { numRuns: 300 },
  );
});

test('a Feed that does not answer is no quiet sky', () => {
  expect(verdictOf(factsOf(PLOVDIV, undefined, NOW)).lead).toEqual({
    kind: 'blind',
    sinceMs: null,
    recalled: false,
    last: undefined,
  });
});
