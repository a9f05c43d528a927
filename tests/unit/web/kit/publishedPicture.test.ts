import { expect, test } from 'vitest';
import { publishedSvg } from '#web/kit/browser/publishedPicture.ts';

test('a picture to publish carries its title, place, period and credit, whatever they hold', () => {
  const words = {
    title: 'Density <1>',
    lines: ['Sofia & around · 1 to 14 November 2026', 'word '.repeat(40).trim()],
    credit: 'Balkan Lightning, example.org',
  };
  const svg = publishedSvg(words, { width: 500, height: 300, elements: '<path d="M0 0h5"/>' });
  expect(svg).toContain('<title>Density &lt;1&gt;</title>');
  expect(svg).toContain('>Sofia &amp; around · 1 to 14 November 2026</text>');
  expect(svg).toContain('>Balkan Lightning, example.org</text>');
  expect(svg).toContain('<path d="M0 0h5"/>');
  // Long lines are broken, and nothing is lost.
  expect(svg.match(/word/g)).toHaveLength(40);
  expect(Math.max(...[...svg.matchAll(/>([^<]*)<\/text>/g)].map(([, line = '']) => line.length))).toBeLessThan(65);
});
