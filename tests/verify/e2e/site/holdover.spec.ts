import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { holdoverBody } from '#shared/holdover/HoldoverBody.ts';
import { holdoverList } from '#shared/holdover/holdoverList.ts';
import { MarkBody, type MarkView, markOf } from '#shared/holdover/MarkBody.ts';
import type { Strike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { isoSeconds } from '#shared/time/isoTime.ts';
import { expectSound } from '#tests/e2e/site/expectSound.ts';
import { expect, open, test } from '#tests/e2e/site/siteTest.ts';

const DUTY = 'd'.repeat(32);
const BOOK = { id: '0123456789abcdef0123456789abcdef', area: '5d2c3a52-6a57-4f4e-9a8f-0a9c2f0d7a11' };
const ROOT = `/api/v1/watch/${BOOK.id}`;

/** Sixty cells, the first struck ten times; lists are counted as the server counts them, after the marks it was told. */
async function serve(page: Page): Promise<{ readonly marks: MarkView[]; down: boolean }> {
  const nowMs = Date.now();
  const at = { latitude: 42.001, longitude: 24.001 };
  const strikes = Array.from({ length: 69 }, (_, index): Strike => {
    const place =
      index < 10 ? at : { latitude: 42.2 + Math.floor(index / 10) * 0.1, longitude: 24.3 + (index % 10) * 0.1 };
    return { id: String(index), ...place, atMs: nowMs - (2 + index / 10) * HOUR_MS };
  });
  const server = { marks: [] as MarkView[], down: false };
  await page.route(`**${ROOT}/**`, (route) => {
    const request = route.request();
    if (request.headers().authorization !== `Bearer ${DUTY}`) return route.fulfill({ status: 401, json: {} });
    const path = new URL(request.url()).pathname.slice(ROOT.length);
    if (path === '/state') {
      const shape = { type: 'Point', coordinates: [24.4, 42.3] };
      return route.fulfill({ json: { areas: [{ id: BOOK.area, shape, ringsKm: [40, 20, 10] }] } });
    }
    if (request.method() === 'PUT') {
      if (server.down) return route.abort();
      const { at: markedMs, ...mark } = v.parse(MarkBody, request.postDataJSON());
      const view = { id: path.slice('/marks/'.length), ...mark, at: isoSeconds(markedMs), recorded: isoSeconds(nowMs) };
      server.marks.push(view as MarkView);
      return route.fulfill({ status: 201, json: view });
    }
    if (path === '/marks') return route.fulfill({ json: { marks: server.marks } });
    const told = server.marks.map(({ recorded: _, id: __, ...mark }) => markOf(v.parse(MarkBody, mark)));
    const extent = { completeToMs: nowMs, unread: [] };
    const facts = { nowMs, days: 3, edgeMs: nowMs - 72 * HOUR_MS, extent, radius50Km: 2 };
    return route.fulfill({ json: holdoverBody(holdoverList(strikes, nowMs, told), facts) });
  });
  return server;
}

test('with a duty key a cell is marked: what is expected falls, a save that fails loses nothing, and the files have the list', async ({
  page,
  complaints,
}) => {
  const server = await serve(page);
  const books = JSON.stringify([{ ...BOOK, name: 'Rila', keys: { duty: DUTY } }]);
  await page.addInitScript((kept) => localStorage.setItem('watch.books', kept), books);
  await open(page, '/en/fires');
  await page.getByRole('link', { name: 'May still smoulder' }).click();
  const head = page.locator('p[data-expected]');
  const cells = page.locator('li[data-cell]');
  await expect(head).toContainText('Expected unseen starts: ');
  await expect(cells).toHaveCount(50);
  await expect(cells.first()).toContainText('10 flashes, the newest 2 hr ago');
  await expect(page.getByText('Not for the protection of life or property.').first()).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Show 10 more' }).click();
  await expect(cells).toHaveCount(60);

  const expectedNow = async () => Number(await head.getAttribute('data-expected'));
  const [before, id] = [await expectedNow(), await cells.first().getAttribute('data-cell')];
  const marked = page.locator(`li[data-cell="${id}"]`);
  await page.getByRole('button', { name: 'Mark square 1', exact: true }).click();
  await page.getByLabel('Your name, if you like').fill('Ана');
  server.down = true;
  await page.getByRole('button', { name: 'Save the mark' }).click();
  await expect(marked.getByRole('alert').filter({ hasText: 'What you typed is still here.' })).toBeVisible();
  await expect(page.getByLabel('Your name, if you like')).toHaveValue('Ана');
  complaints.length = 0;
  server.down = false;
  await page.getByRole('button', { name: 'Save the mark' }).click();

  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeFocused();
  await expect(marked).toContainText('checked on the ground, nothing found');
  expect(await expectedNow()).toBeLessThan(before);
  expect(server.marks.map(({ name }) => name)).toEqual(['Ана']);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'GPX' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^holdover-.*\.gpx$/);
});
