import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { tileAt } from '#shared/geo/tile.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { dayAfter } from '#shared/utcDay.ts';
import { encodeDayGrid } from '#shared/wire/dayGrid.ts';
import { AreasBody, Source } from '#shared/wire/FeedEvent.ts';
import { localDayStartMs, localTime } from '#web/tools/analytics/localTime.ts';
import { CountsBody } from '#worker/archive/countRoutes.ts';

const TODAY = localTime(Date.now()).day;
/** The first and the last day that is asked about. */
export const [FIRST, LAST] = [dayAfter(TODAY, -9), dayAfter(TODAY, -3)];
const GAP_MS = localDayStartMs(dayAfter(FIRST, 2));
const iso = (ms: number) => new Date(ms).toISOString();

/** Two strikes in every hour of home, in a box one; half a day that was not read. Returns what was asked. */
export async function archive(page: Page): Promise<string[]> {
  const requests: string[] = [];
  await page.route('**/api/v1/status', (route) =>
    route.fulfill({
      json: {
        source: v.parse(Source, 'simulated'),
        areas: v.parse(AreasBody, { home: HOME, coverage: HOME }),
      },
    }),
  );
  await page.route('**/api/v1/counts?**', (route) => {
    const query = new URL(route.request().url()).searchParams;
    requests.push(query.get('bbox') ?? '');
    const [fromMs, toMs] = [Date.parse(query.get('from') ?? ''), Date.parse(query.get('to') ?? '')];
    const counts = [];
    for (let atMs = fromMs; atMs < toMs; atMs += HOUR_MS) {
      counts.push({ from: iso(atMs), strikes: query.get('bbox') === '13,34,31,48' ? 2 : 1 });
    }
    const gaps = GAP_MS >= fromMs && GAP_MS < toMs ? [{ from: iso(GAP_MS), to: iso(GAP_MS + DAY_MS / 2) }] : [];
    const body = { by: 'hour', from: iso(fromMs), to: iso(toMs), counts, completeTo: iso(toMs), gaps };
    return route.fulfill({ json: v.parse(CountsBody, body) });
  });
  return requests;
}

/** Cells of density. */
export const [SOFIA, VARNA] = [tileAt(23.32, 42.7, 12), tileAt(27.6, 43.2, 12)];

/** Thirty strikes a day in a cell of Sofia, two in one near Varna. Returns the days that were asked for. */
export async function dayGrids(page: Page): Promise<string[]> {
  const requests: string[] = [];
  await page.route('**/api/v1/days/*/cells', (route) => {
    const [, name = ''] = /days\/(.{10})/.exec(route.request().url()) ?? [];
    requests.push(name);
    const day = Date.parse(`${name}T00:00:00Z`) / DAY_MS;
    const counts = [
      { x: SOFIA.x, y: SOFIA.y, strikes: 30 },
      { x: VARNA.x, y: VARNA.y, strikes: 2 },
    ];
    const headers = { 'complete-to': iso(Date.now()), 'data-gaps': 'none' };
    return route.fulfill({ body: Buffer.from(encodeDayGrid({ day, zoom: 12, counts })), headers });
  });
  return requests;
}
