import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { encodePageCursor } from '#worker/archive/strikePage.ts';
import { StrikesQuery, strikesAddress } from '#worker/routes/strikesQuery.ts';

const addressOf = (query: string) =>
  strikesAddress(v.parse(StrikesQuery, Object.fromEntries(new URLSearchParams(query))));

const CANONICAL =
  '/api/v1/strikes?bbox=13,34,31,48.5&format=json&from=2026-07-01T00:00:00.000Z&limit=1000&to=2026-07-02T00:00:00.000Z';

describe('the address of a page', () => {
  test.each([
    'bbox=13,34,31,48.5&from=2026-07-01T00:00:00Z&to=2026-07-02T00:00:00Z',
    'to=2026-07-02T00:00:00Z&from=2026-07-01T00:00:00Z&bbox=13,34,31,48.5',
    'bbox=1.3e1,+34,31.,48.4999999999&from=2026-07-01T00:00Z&to=2026-07-02T00:00:00.000Z'.replaceAll('+', '%2B'),
    'bbox=013.000,34.0,31,48.50&from=2026-07-01T00:00Z&to=2026-07-02T00:00:00.000Z',
    'bbox=13%2C34%2C31%2C48.5&from=2026-07-01T02:00:00%2B02:00&to=2026-07-02T00:00:00.0004Z&limit=01000&format=json',
  ])('is the same however the query is written: %s', (query) => {
    expect(addressOf(query)).toBe(CANONICAL);
  });

  test('around a place is the same too, to a metre', () => {
    const times = 'from=2026-07-01T00:00:00Z&to=2026-07-02T00:00:00Z';
    const address = addressOf(`radiusKm=6.0001&near=42.70000004,%2B23.32&${times}`);
    expect(address).toContain('&near=42.7,23.32&radiusKm=6&');
    expect(addressOf(address.slice(address.indexOf('?')))).toBe(address);
  });

  test('is a query that means the same, to the last decimal that counts', () => {
    const cursor = encodePageCursor({ atMs: 1_782_900_000_000, id: 's/1' });
    const query = `bbox=-0.000001,-0,0.000001,1&cursor=${cursor}&format=kml&from=2026-07-01T00:00:00.001Z&limit=7&to=2026-07-02T00:00:00.000Z`;
    const address = addressOf(query);
    expect(address).toBe(`/api/v1/strikes?${query.replace('-0,', '0,')}`);
    expect(addressOf(address.slice(address.indexOf('?')))).toBe(address);
  });
});
