import { describe, expect, test } from 'vitest';
import { sharedAddress } from '#web/kit/offline/sharedAddress.ts';

const shared = (parts: { title?: string; text?: string; url?: string }) =>
  sharedAddress(
    `?${new URLSearchParams(Object.entries(parts).map(([name, value]) => [`shared-${name}`, value] as [string, string]))}`,
  );

const SOFIA = '?view=42.69,23.32,9z&point=42.69,23.32';

describe('a shared text opens the map at the place that it names', () => {
  test.each([
    ['42.69, 23.32'],
    ['42.69,23.32'],
    ['geo:42.69,23.32'],
    ['geo:42.69,23.32?z=12'],
    ['geo:0,0?q=42.69,23.32(Camp)'],
    ['Meet me at 42.69, 23.32 at five'],
    ['https://www.google.com/maps/@42.69,23.32,15z'],
    ['https://www.google.com/maps?q=42.69,23.32'],
    ['https://maps.google.com/?q=loc:42.69%2C23.32'],
    ['https://www.google.com/maps/search/?api=1&query=42.69%2C23.32'],
    ['https://www.google.com/maps/place/Camp/@42.7,23.4,15z/data=!3m1!4b1!4m5!3m4!1s0x0!8m2!3d42.69!4d23.32'],
    ['https://www.google.com/maps/search/42.69,+23.32?entry=tts'],
    ['https://www.openstreetmap.org/?mlat=42.69&mlon=23.32#map=15/42.7/23.4'],
    ['https://www.openstreetmap.org/#map=15/42.69/23.32'],
    ['https://maps.apple.com/?ll=42.69,23.32&q=Camp'],
    ['https://maps.apple.com/place?coordinate=42.69,23.32'],
    ['https://example.org/en/map?view=42.1,23,9z&point=42.69,23.32'],
  ])('%s', (text) => {
    expect(shared({ text })).toBe(SOFIA);
    expect(shared({ url: text, title: 'Camp' })).toBe(SOFIA);
  });

  test('degrees, minutes and seconds', () => {
    expect(shared({ text: '42°41′24″N 23°19′12″E' })).toBe(SOFIA);
  });

  test('in the south and west', () => {
    expect(shared({ text: 'geo:-1.5,-2.25' })).toBe('?view=-1.5,-2.25,9z&point=-1.5,-2.25');
  });
});

test.each([['Thunder in the hills'], ['12 May 2026, 14:30'], ['call 088 812 3456'], ['99.123, 23.456'], ['']])(
  'a shared text without a place is kept, for the map to say so: “%s”',
  (text) => {
    expect(new URLSearchParams(shared({ text })).get('shared')).toBe(text);
  },
);

test('of a long text without a place, the beginning is kept', () => {
  expect(new URLSearchParams(shared({ text: 'x'.repeat(9_000) })).get('shared')).toHaveLength(200);
});
