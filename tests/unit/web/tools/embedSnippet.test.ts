import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { parseMapQuery } from '#web/ground/view/mapQuery.ts';
import { viewBox } from '#web/ground/view/viewBox.ts';
import { parsePath } from '#web/kit/routing/routes.ts';
import { EMBED_AREAS, embedAddress, embedSnippet, embedView } from '#web/tools/embed/embedSnippet.ts';

const EMBED = {
  origin: 'https://lightning.example',
  siteName: 'Balkan Lightning',
  locale: 'bg',
  view: { latitude: 42.5, longitude: 25, zoom: 5.5 },
  windowMs: 6 * HOUR_MS,
  theme: 'dark',
  width: 300,
  height: 200,
} as const;

test('the snippet is a frame that loads late and a link below it, without any script', () => {
  expect(embedSnippet(EMBED)).toBe(
    `<iframe src="https://lightning.example/bg/embed?view=42.5,25,5.5z&amp;minutes=360&amp;theme=dark" title="Карта на мълниите в реално време: Balkan Lightning"
  width="300" height="200" style="width:100%;max-width:300px;height:auto;aspect-ratio:300/200;border:0" loading="lazy"></iframe>
<p><a href="https://lightning.example/bg/map?view=42.5,25,5.5z&amp;minutes=360&amp;theme=dark" target="_blank" rel="noopener">Карта на мълниите: Balkan Lightning</a></p>`,
  );
  expect(embedSnippet(EMBED)).not.toMatch(/<script|\son\w+=/);
});

test('the address holds language, view, range and theme, as the map reads them', () => {
  const { pathname, search } = new URL(embedAddress(EMBED));
  expect(parsePath(pathname)).toEqual({ page: 'embed', locale: 'bg' });
  expect(parseMapQuery(search)).toMatchObject({ view: EMBED.view, windowMs: EMBED.windowMs, theme: 'dark' });
});

test('what a site is called cannot break out of the snippet', () => {
  const snippet = embedSnippet({ ...EMBED, siteName: '"><script>alert(1)</script>' });
  expect(snippet).not.toContain('<script');
  expect(snippet).not.toContain('"">');
});

test('a frame is never wider than what it stands in, and may fill it; it keeps its shape', () => {
  expect(embedSnippet({ ...EMBED, fills: true })).toContain(
    'width="100%" height="200" style="width:100%;max-width:100%;height:auto;aspect-ratio:300/200;border:0"',
  );
});

test.each(Object.entries(EMBED_AREAS))('%s is shown whole in the smallest frame', (_, box) => {
  const shown = viewBox(embedView(box, { width: 300, height: 200 }), 300, 200 - 70);
  expect(shown.west).toBeLessThan(box.west + 0.01);
  expect(shown.east).toBeGreaterThan(box.east - 0.01);
  expect(shown.south).toBeLessThan(box.south + 0.01);
  expect(shown.north).toBeGreaterThan(box.north - 0.01);
});
