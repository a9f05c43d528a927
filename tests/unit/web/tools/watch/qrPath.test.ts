import jsqr from 'jsqr';
import { expect, test } from 'vitest';
import { qrPath } from '#web/tools/watch/book/QrCode.tsx';

const SCALE = 4;

/** Paints the path as a browser does, dark on white, and reads it as a phone does. */
function scanned({ size, path }: ReturnType<typeof qrPath>): string | undefined {
  const width = size * SCALE;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1) {
      const from = (row * width + Number(x) * SCALE) * 4;
      for (let at = from; at < from + Number(length) * SCALE * 4; at += 4) pixels.fill(0, at, at + 3);
    }
  }
  return jsqr(pixels, width, width)?.data;
}

const BOOK = '/watch/0123456789abcdef0123456789abcdef/5d2c3a52-6a57-4f4e-9a8f-0a9c2f0d7a11';
const KEY = 'f'.repeat(32);

test.each([
  ['an owner', `https://site.example${BOOK}#owner=${KEY}&view=${KEY}`],
  ['who looks on', `https://site.example/bg${BOOK}#view=${KEY}`],
  ['those on duty', `https://site.example/ru${BOOK}#duty=${KEY}`],
  ['a feed reader', `https://site.example/api/v1${BOOK.slice(0, 39)}/feeds/${KEY}/feed.atom`],
])('a phone reads the link of %s from its QR code', (_, link) => {
  expect(scanned(qrPath(link))).toBe(link);
});

test('a QR code has four light modules around it, and is drawn in few strokes', () => {
  const { size, path } = qrPath('https://site.example');
  const dark = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, length]) => [x, y, length].map(Number));
  const edges = dark.flatMap(([x = 0, y = 0, length = 0]) => [x, y, size - x - length, size - y - 1]);
  expect(Math.min(...edges)).toBe(4);
  expect(path).not.toMatch(/[^MhvzZ\d -]/);
});
