import { expect, test } from 'vitest';
import type { RecipientView } from '#shared/watch/RecipientView.ts';
import { needsSite } from '#web/tools/watch/book/needsSite.ts';

const PHONE: RecipientView = {
  id: 'r',
  channel: 'push',
  name: 'Android',
  threshold: 'warning',
  target: 'push.example',
  state: 'proven',
};
const OWN = {
  kind: 'personal',
  lent: { duty: false, feed: false },
  recipients: [PHONE],
  keys: { owner: 'k' },
} as const;
const line = (entry: { readonly type: string; readonly event?: string }) => ({ line: 1, atMs: 0, entry });
const ADDED = [line({ type: 'edited' }), line({ type: 'change' }), line({ type: 'recipient', event: 'added' })];

test.each([
  ['somebody’s own place', false, OWN, ADDED],
  ['one that is only looked at', false, { ...OWN, lent: undefined, recipients: undefined, keys: { view: 'k' } }, []],
  ['a place where people work', true, { ...OWN, kind: 'site' }, []],
  ['one with a duty link', true, { ...OWN, lent: { duty: true, feed: false } }, []],
  ['one that is opened by a duty link', true, { ...OWN, keys: { duty: 'k' } }, []],
  ['one with a feed', true, { ...OWN, lent: { duty: false, feed: true } }, []],
  ['one that tells the next', true, { ...OWN, recipients: [{ ...PHONE, escalateAfterMin: 5 }] }, []],
  ['one whose log people write into', true, OWN, [...ADDED, line({ type: 'note' })]],
  ['one with a drill', true, OWN, [line({ type: 'recipient', event: 'drill' })]],
] as const)('%s: the page of a site is needed: %s', (_, isNeeded, { kind, keys, ...book }, lines) => {
  expect(needsSite({ kind }, book as Parameters<typeof needsSite>[1], keys, lines)).toBe(isNeeded);
});
