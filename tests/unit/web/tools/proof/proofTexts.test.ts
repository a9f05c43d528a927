import { expect, test } from 'vitest';
import { proofTexts } from '#web/tools/proof/proofTexts.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test('a part that is not all is never rounded up to all', () => {
  const { part } = proofTexts('en');
  expect([part(0.99999), part(1), part(0.9985), part(0)]).toEqual(['99.99%', '100%', '99.85%', '0%']);
});

test('skill has its sign, none at nought, as each language writes it', () => {
  const { signed } = proofTexts('en');
  expect([signed(0.138), signed(-0.034), signed(0.001)]).toEqual(['+14%', '-3%', '0%']);
  expect(plain(proofTexts('ru').signed(0.138))).toBe('+14 %');
  expect(plain(proofTexts('bg').signed(0.138))).toMatch(/^\+14 ?%$/);
});
