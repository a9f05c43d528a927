import { expect, test } from 'vitest';
import { printedFootCss } from '#web/tools/ask/printedFoot.ts';

test('the foot of a printed page is CSS whatever stands in it', () => {
  const css = printedFootCss(['SHA-256 abc', 'Roof "A" \\ 42.7000\n; 23.3']);
  expect(css).toContain('content: "SHA-256 abc\\a Roof \\22 A\\22  \\5c  42.7000\\a ; 23.3"');
  expect(css).toContain('counter(page) " / " counter(pages)');
});
