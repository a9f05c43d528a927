import { expect, test } from 'vitest';
import { installOffer } from '#web/site/landing/installOffer.ts';

test('a browser that can install is asked; an iPhone’s visitor is told how; an app is offered nothing', () => {
  const tab = { canAsk: false, isApp: false, standalone: undefined };
  expect(installOffer({ ...tab, canAsk: true })).toBe('ask');
  expect(installOffer({ ...tab, standalone: false })).toBe('share');
  expect(installOffer(tab)).toBe('none');
  expect(installOffer({ canAsk: true, isApp: true, standalone: true })).toBe('none');
});
