import { describe, expect, test } from 'vitest';
import { COLLECTION_IDS, COLLECTIONS, type CollectionId, type OgcCollection } from '#worker/ogc/collections.ts';
import { type Feature, featureCollection } from '#worker/ogc/features.ts';
import type { ItemsQuery } from '#worker/ogc/itemsQuery.ts';

const SITE = {
  root: 'https://lightning.example/api/v1/ogc',
  nowMs: Date.parse('2026-07-01T12:00:00Z'),
  keptFromMs: Date.parse('2025-06-01T00:00:00Z'),
  attribution: 'Us',
  simulated: false,
};
const LOOK: ItemsQuery = { limit: 10 };

interface Told {
  readonly numberMatched: number;
  readonly numberReturned: number;
  readonly features: readonly Feature[];
}

/** As it is sent, and the text itself. */
function sent(id: CollectionId, features: readonly Feature[], query = LOOK) {
  const text = JSON.stringify(
    featureCollection(SITE, id, query, { features, next: undefined, matched: features.length }),
  );
  return { text, ...(JSON.parse(text) as Told) };
}

const fire: Feature = {
  type: 'Feature',
  id: 'f1',
  geometry: { type: 'Point', coordinates: [23, 42] },
  properties: { firstSeen: '2026-07-01T11:00:00.000Z', static: false, frpMw: 12, chance: 0.25, state: 'none' },
};

describe('the few first features, by which GIS learn a collection', () => {
  test('have every column, and reals with a point even if they are whole', () => {
    const { text, features } = sent('fires', [fire]);
    expect(Object.keys(features[0]?.properties ?? {}).toSorted()).toEqual(
      Object.keys(COLLECTIONS.fires.fields).toSorted(),
    );
    expect(features[0]?.properties).toMatchObject({ ...fire.properties, strikeId: null, strikeKm: null });
    expect(text).toContain('"frpMw":12.0,');
    expect(text).toContain('"chance":0.25,');
  });

  test.each(COLLECTION_IDS)(
    'of %s, if none has a place, are one more, which is not counted: each type, and no point',
    (id) => {
      const { text, features, numberMatched, numberReturned } = sent(id, []);
      const { fields, geometry }: OgcCollection = COLLECTIONS[id];
      expect([numberMatched, numberReturned, features[0]?.id]).toEqual([0, 1, 'none']);
      expect(features[0]?.geometry).toEqual({ type: `Multi${geometry}`, coordinates: [] });
      for (const [name, { type, format }] of Object.entries(fields)) {
        const value = features[0]?.properties[name];
        if (format) expect(Date.parse(String(value))).toBe(SITE.keptFromMs);
        else expect(typeof value).toBe(type === 'integer' ? 'number' : type);
        if (type === 'number') expect(text).toContain(`"${name}":0.0`);
      }
    },
  );

  test.each<[string, ItemsQuery]>([
    ['in a page for those who want all', { limit: 10_000 }],
    ['in a box', { ...LOOK, bbox: { west: 20, south: 40, east: 21, north: 41 } }],
    ['of a time', { ...LOOK, datetime: { fromMs: 0, toMs: 1 } }],
    ['further on', { ...LOOK, cursor: '1.a' }],
  ])('and nothing is added %s', (_, query) => {
    expect(sent('fires', [], query).features).toEqual([]);
    expect(sent('fires', [fire], query).features).toEqual([fire]);
  });
});
