import { describe, expect, test } from 'vitest';
import { headerText } from '#worker/routes/attribution.ts';

describe('[AP13] whose data strikes are, as a header', () => {
  test('is plain where it is ASCII', () => {
    const words = 'Contains modified EUMETSAT Meteosat data 2026, CC BY 4.0; "Network"';
    expect(headerText(words)).toBe(words);
  });

  test.each(['Данни: мрежа «Мълния»', '100 % of A', 'line\r\nSet-Cookie: a=b', '⚡ network'])(
    'is a header whatever the words are, and is read back: %j',
    (words) => {
      expect(new Headers({ attribution: headerText(words) }).get('attribution')).toMatch(/^[ -~]*$/);
      expect(decodeURIComponent(headerText(words))).toBe(words);
    },
  );

  test('holds half a character as the sign for one that is missing', () => {
    expect(headerText('a\ud800b')).toBe('a%EF%BF%BDb');
  });
});
