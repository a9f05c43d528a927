import * as v from 'valibot';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { bboxContains } from '#shared/geo/BBox.ts';
import { pastCellsPath } from '#shared/wire/apiPaths.ts';
import { CellsEvent } from '#shared/wire/cellsEvent.ts';
import { VerificationBody } from '#shared/wire/VerificationBody.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { historyProduct } from '#tests/support/historyProduct.ts';
import { LiveClient } from '#tests/support/LiveClient.ts';

const MINUTE_MS = 60_000;
const NOW_MS = Date.now();

/** Twenty minutes of a storm that moves east at about 60 km/h near 42° N, and of one that stands at 44° N. */
const STORMS = Array.from({ length: 20 }, (_, ago) => ago + 1).flatMap((ago) =>
  Array.from({ length: 16 }, (_, index) => {
    const moves = index % 2 === 0;
    return {
      id: `s${ago}-${index}`,
      latitude: (moves ? 42 : 44) + (index % 3) * 0.01,
      longitude: 23 - (moves ? ago * 0.0121 : 0) + (index % 5) * 0.01,
      atMs: NOW_MS - ago * MINUTE_MS + index * 3_000,
    };
  }),
);

interface Cell {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly speedKmH: number | null;
  readonly headingDegrees: number | null;
  readonly flashes: number;
}

const product = fileProduct(() => historyProduct(STORMS));
const request = (query = '') => fetch(`${product.url}/api/v1/storm-cells${query}`);
const northwards = (cells: readonly Cell[]) => cells.toSorted((a, b) => a.latitude - b.latitude);

beforeAll(async () => {
  const isRead = async () => expect((await request()).status).toBe(200);
  await vi.waitFor(isRead, { timeout: 20_000, interval: 100 });
});

describe('the API of storm cells', () => {
  test('[PR7] the proof says that storms are simulated, that nothing was graded yet, and how the strikes came', async () => {
    const response = await fetch(`${product.url}/api/v1/verification`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    const body = v.parse(VerificationBody, await response.json());
    expect(body).toMatchObject({ source: 'simulated', days: 0, withheld: [], fit: null });
    expect(body.chance30).toMatchObject({ cases: 0, hits: 0, brier: null });
    expect(body.chance30.bins.map(({ from }) => from)).toEqual([0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7]);
    const { completeness, uptime, openGaps } = body.feed;
    expect(uptime.ofMinutes).toBeGreaterThanOrEqual(1);
    expect(uptime.upMinutes).toBeGreaterThanOrEqual(1);
    expect(openGaps).toBeGreaterThanOrEqual(0);
    expect(completeness?.ofMs).toBeGreaterThan(0);
    expect(completeness?.readMs).toBeLessThanOrEqual(completeness?.ofMs ?? 0);
  });

  test('[AP3] the proof refuses parameters that it does not know', async () => {
    expect((await fetch(`${product.url}/api/v1/verification?days=3`)).status).toBe(400);
  });

  test('[NC6] tells where each is and, if that is clear, where it goes', async () => {
    const response = await request();
    expect(response.headers.get('cache-control')).toBe('public, max-age=15');
    const { cells, at, atMs, stale, partial, withheld } = await response.json();
    expect({ stale, withheld }).toEqual({ stale: false, withheld: [] });
    expect(typeof partial).toBe('boolean');
    expect(Date.parse(at)).toBe(atMs);
    expect(atMs % MINUTE_MS).toBe(0);
    expect(Math.abs(atMs - NOW_MS)).toBeLessThan(2 * MINUTE_MS);
    expect(cells).toHaveLength(2);
    const [moving, stationary] = northwards(cells);
    expect(moving?.speedKmH).toBeGreaterThan(30);
    expect(Math.abs((moving?.headingDegrees ?? 0) - 90)).toBeLessThan(20);
    expect(stationary).toMatchObject({ speedKmH: null, headingDegrees: null, headingErrorDegrees: null });
    expect(stationary).toMatchObject({ track: [{ minutesAgo: 10 }] });
  });

  test('[NC6] tells the same as GeoJSON, with outlines around them', async () => {
    const response = await request('?format=geojson');
    expect(response.headers.get('content-type')).toBe('application/geo+json');
    const collection = await response.json();
    expect(collection).toMatchObject({ type: 'FeatureCollection', stale: false });
    for (const { geometry, properties, id } of collection.features) {
      expect(id).toBeGreaterThan(0);
      const [ring] = geometry.coordinates as [number, number][][];
      expect(ring?.[0]).toEqual(ring?.at(-1));
      const [x, y] = [0, 1].map((axis) => (ring ?? []).map((point) => point[axis] ?? 0));
      const box = {
        west: Math.min(...(x ?? [])),
        east: Math.max(...(x ?? [])),
        south: Math.min(...(y ?? [])),
        north: Math.max(...(y ?? [])),
      };
      expect(bboxContains(box, properties.longitude, properties.latitude)).toBe(true);
    }
  });

  test('[NC2] [NC3] a stream is told of them, by the same ids also after the object died', async () => {
    const { cells } = (await (await request()).json()) as { cells: Cell[] };
    await product.kill('NOWCAST', 'home');
    const client = new LiveClient(product.url, 'bbox=13,34,31,48');
    const report = () => client.events.flatMap(({ value }) => (value.event === 'storm-cells' ? [value.data] : []));
    await client.until(() => report().length > 0, 'storm cells');
    expect(report()[0]?.cells.id).toEqual(northwards(cells).map(({ id }) => id));
    await client.close();
  });

  test('[NC7] tells a minute as it was told then, and nothing of one of which nothing was kept', async () => {
    const { atMs, cells: latest } = await (await request()).json();
    const reportedAt = async (minuteMs: number) => (await fetch(product.url + pastCellsPath(minuteMs))).json();
    const { cells: past } = v.parse(v.object({ cells: CellsEvent }), await reportedAt(atMs));
    expect(past.atMs).toBe(atMs);
    expect(past.cells.id).toEqual(northwards(latest).map(({ id }) => id));
    expect(await reportedAt(atMs - 60 * MINUTE_MS)).toEqual({ cells: null });
  });

  test.each([
    ['[NC7] what is no minute of the past', '/2026-07-01', { minute: 'format' }],
    ['[NC7] what is no minute of the past', '/2099-07-01T12:00Z', { minute: 'range' }],
    ['[NC6] a format that it does not have', '?format=kml', { format: 'format' }],
  ])('refuses %s: %s', async (_, query, errors) => {
    const response = await request(query);
    expect([response.status, await response.json()]).toMatchObject([400, { errors }]);
  });
});
