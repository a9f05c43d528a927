import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { CONTACT_MAX_LENGTH, ContactRequest, contactErrors, isEmail } from '#shared/contact.ts';
import { csvRow, readCsv } from '#shared/csv.ts';
import { TILE_ORIGIN, TURNSTILE_ORIGIN } from '#shared/http.ts';
import { languageOf } from '#shared/languages.ts';
import { embedHeaders, pageHeaders, securityHeaders } from '#shared/securityHeaders.ts';
import {
  clippedSpans,
  fewerSpans,
  HOUR_MS,
  hourKey,
  hourStartMs,
  isoMillis,
  isoSeconds,
  lengthMs,
  mergedSpans,
  parseHourKey,
  parseIsoInstant,
  type Span,
  spansWithout,
} from '#shared/time.ts';
import { dayAfter, isDay } from '#shared/utcDay.ts';
import { isTimeZone, zonedDay, zonedDayStartMs, zonedInstants, zonedIso, zonedMinute } from '#shared/zonedTime.ts';
import { pairs } from '#tests/support/pairs.ts';
import { headersFile } from '#web/site/build/siteFiles.ts';

test('a language that the site does not speak, or no longer, is English', () => {
  expect(languageOf('bg')).toBe('bg');
  expect(languageOf('xx')).toBe('en');
  expect(languageOf(undefined)).toBe('en');
});

describe('security headers', () => {
  const POLICY = 'Content-Security-Policy';
  const policy = pageHeaders()[POLICY] ?? '';
  const directivesOf = (text = '') =>
    new Map(text.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]));
  const directives = directivesOf(policy);
  const hostsIn = (text?: string) => [...directivesOf(text).values()].flat().filter((source) => source.includes('//'));

  test('the policy allows nothing unsafe and starts from nothing', () => {
    expect(policy).not.toContain('unsafe-');
    expect(policy).not.toContain('*');
    expect([directives.get('script-src'), directives.get('style-src')]).toEqual([["'self'"], ["'self'"]]);
    for (const name of ['default-src', 'object-src', 'base-uri', 'frame-ancestors'])
      expect(directives.get(name)).toEqual(["'none'"]);
  });

  test('the only other host a page may talk to is that of the tiles, none with tiles of its own, and none for answers of the Worker’s', () => {
    expect(hostsIn(policy)).toEqual([TILE_ORIGIN]);
    expect(directives.get('connect-src')).toEqual(["'self'", TILE_ORIGIN]);
    expect(hostsIn(pageHeaders({ ownTiles: true })[POLICY])).toEqual([]);
    expect(pageHeaders({ ownTiles: true })).toEqual(securityHeaders);
    expect(headersFile({ ownTiles: true })).not.toContain('://');
  });

  test('static files are served with the same table as the Worker’s answers; only those with a hash in their name are kept for ever', () => {
    const [everything = ''] = headersFile().split('/assets/*');
    for (const [name, value] of Object.entries(pageHeaders())) expect(everything).toContain(`  ${name}: ${value}\n`);
    expect({ ...pageHeaders(), [POLICY]: '' }).toEqual({ ...securityHeaders, [POLICY]: '' });
    expect(headersFile()).toMatch(/\/assets\/\*\n {2}Cache-Control: public, max-age=31536000, immutable\n/);
    expect(headersFile().match(/immutable/g)).toHaveLength(1);
  });

  test('only the map for pages of others may be framed; there it cannot ask where somebody is', () => {
    const rules = headersFile().split(/\n(?=\/)/);
    const framed = rules.filter((rule) => rule.includes('frame-ancestors *'));
    expect(framed.map((rule) => rule.split('\n')[0])).toEqual(['/embed', '/en/embed', '/ru/embed', '/bg/embed']);
    for (const rule of framed) {
      for (const name of ['X-Frame-Options', POLICY, 'Permissions-Policy']) expect(rule).toContain(`\n  ! ${name}\n`);
      expect(rule).not.toContain('\n  X-Frame-Options');
    }
    const other = directivesOf(embedHeaders()[POLICY]);
    const others = (all: typeof directives) => [...all].filter(([name]) => name !== 'frame-ancestors');
    expect(others(other)).toEqual(others(directives));
    expect(embedHeaders()['Permissions-Policy']).toContain('geolocation=(),');
  });

  test('Turnstile gets its script and its frame, where it is asked for, and nothing else; elsewhere it is not named', () => {
    const frame = `frame-src 'self' ${TURNSTILE_ORIGIN}`;
    const requested = pageHeaders({ turnstile: true });
    const added = (requested[POLICY] ?? '').split('; ').filter((directive) => !policy.split('; ').includes(directive));
    expect(added).toEqual([`script-src 'self' ${TURNSTILE_ORIGIN}`, frame]);
    expect({ ...requested, [POLICY]: '' }).toEqual({ ...pageHeaders(), [POLICY]: '' });
    expect(headersFile()).not.toContain(TURNSTILE_ORIGIN);
    expect(headersFile({ turnstile: true })).toContain(frame);
  });
});

describe('contact', () => {
  const good = { name: 'Ana', email: 'ana@example.org', subject: 'Hello', message: 'A question' };
  const id = '7b1c0f7e-3d55-4c5e-9a0e-2f6d8f5f3a11';
  const REQUIRED = {
    name: 'nameRequired',
    email: 'emailRequired',
    subject: 'subjectRequired',
    message: 'messageRequired',
  };

  test('name, email, subject and message are required; company and phone are not', () => {
    expect(contactErrors(good)).toEqual({});
    expect(contactErrors({ ...good, company: '', phone: '' })).toEqual({});
    expect(contactErrors({})).toEqual(REQUIRED);
    expect(contactErrors({ name: ' ', email: '\t', subject: '\n', message: '\u00a0' })).toEqual(REQUIRED);
  });

  const INVISIBLE = {
    'zero-width spaces': '\u200b\u200b',
    joiners: '\u200c\u200d\u2060',
    'a byte order mark': '\ufeff',
    'control characters': '\u0000\u0007\u001b',
    'Hangul fillers': '\u3164\u115f\uffa0',
    'variation selectors': '\ufe0f\ufe0f',
    'an empty Braille cell': '\u2800',
    tags: '\u{e0041}\u{e0042}',
    'soft hyphens': '\u00ad',
    'halves of characters': '\ud800',
    'wide blanks': '\u3000\u2003',
  };

  test.each(Object.entries(INVISIBLE))('%s are nothing either: each required field is named', (_, text) => {
    expect(contactErrors({ name: text, email: text, subject: text, message: text })).toMatchObject(REQUIRED);
    expect(contactErrors({ ...good, email: `${text}@b.c` })).toEqual({ email: 'emailInvalid' });
  });

  test('signs of every script can be seen', () => {
    for (const text of ['.', '⚡', '👍🏽', '❤️', 'Щ', 'क्‍ष', '…'])
      expect(contactErrors({ ...good, name: text, subject: text, message: text })).toEqual({});
  });

  test('an email is text, one @, text, dot, text, in any alphabet', () => {
    const error = (email: string) => contactErrors({ ...good, email }).email;
    for (const right of ['a@b.c', 'ana.petrova+x@mail.example.bg', 'ана@пример.бг', ' ana@example.org '])
      expect(error(right), right).toBeUndefined();
    for (const wrong of 'ana,ana@,@b.c,ana@example,ana@.bg,ana@bg.,a b@c.d,a@b@c.d,ana@.,ana@ example.org'.split(','))
      expect(error(wrong), wrong).toBe('emailInvalid');
    const pattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
    const signs = fc.array(fc.constantFrom('a', '@', '.', ' ', '\n', 'я'), { maxLength: 9 });
    fc.assert(
      fc.property(signs, (parts) => isEmail(parts.join('')) === pattern.test(parts.join(''))),
      { numRuns: 5_000 },
    );
  });

  test('a phone number is 5 to 25 digits, blanks and + - ( ) /, or left out', () => {
    const errorOf = (phone: string) => contactErrors({ ...good, phone }).phone;
    for (const phone of ['', ' ', '112 33', '+359 (2) 987-65-43', '02/987 65 43', '1'.repeat(25)])
      expect(errorOf(phone)).toBeUndefined();
    for (const phone of ['абв', '1234', '1'.repeat(26), '+359 2 123 ext. 4', '+++++', '12345\n6'])
      expect(errorOf(phone)).toBe('phoneInvalid');
  });

  test('longest values are taken, longer ones refused, and all of them together fit one chat message', () => {
    // A number has a rule of its own, and a field takes more of it, so that a pasted one is told of, not cut.
    const { phone: _, ...lengths } = CONTACT_MAX_LENGTH;
    for (const [field, length] of Object.entries(lengths)) {
      const text = field === 'email' ? `${'a'.repeat(length - 4)}@b.c` : 'x'.repeat(length);
      expect(contactErrors({ ...good, [field]: text })).toEqual({});
      expect(contactErrors({ ...good, [field]: `x${text}` })).toEqual({ [field]: 'tooLong' });
    }
    const sum = Object.values(CONTACT_MAX_LENGTH).reduce((total, length) => total + length, 0);
    expect(sum).toBeLessThan(4_096 - 250);
  });

  test('a request is what the API says and nothing else, trimmed, and every fault has a code that names it', () => {
    const codes = (input: unknown) => v.safeParse(ContactRequest, input).issues?.map(({ message }) => message);
    const all = { id, ...good, company: 'C', phone: '+359 2', language: 'bg', website: '', filledMs: 5_000 };
    expect([codes({ id, ...good }), codes(all)]).toEqual([undefined, undefined]);
    expect(codes(good)).toEqual(['idRequired']);
    expect(codes({ id: '42', ...good })).toEqual(['idInvalid']);
    expect(codes({ id, ...good, admin: true })).toEqual(['unknown']);
    expect(codes({ id, ...good, subject: undefined })).toEqual(['subjectRequired']);
    expect(codes('text')).toEqual(['objectExpected']);
    for (const wrong of [{ id, ...good, name: ['Ana'] }, { id, ...good, filledMs: -1 }, null])
      expect(codes(wrong)).toHaveLength(1);
    const trimmed = v.parse(ContactRequest, { id, ...good, name: '  Ana ', message: ' A\nB ' });
    expect(trimmed).toMatchObject({ name: 'Ana', message: 'A\nB' });
  });
});

const BOUNDS = { rows: 10, fields: 5 };

/** The rows, or why they cannot be had. */
function read(text: string, delimiter = ',', bounds = BOUNDS) {
  const rows: (readonly string[])[] = [];
  const csvError = readCsv(text, delimiter, bounds, (row) => rows.push(row));
  return csvError?.reason ?? rows;
}

describe('CSV that is read', () => {
  const PLAIN = [
    ['a', 'b'],
    ['1', '2'],
  ];
  test.each([
    ['two rows', 'a,b\n1,2\n', ',', PLAIN],
    ['CRLF, and no line break at the end', 'a,b\r\n1,2', ',', PLAIN],
    ['blank lines, which are no rows', '\na,b\n\n1,2\n\n', ',', PLAIN],
    ['empty fields at either end', ',b,\n', ',', [['', 'b', '']]],
    ['another delimiter', 'a;1,5\n', ';', [['a', '1,5']]],
    ['tabs', 'a\tb\n', '\t', [['a', 'b']]],
    ['bars', 'a|b\n', '|', [['a', 'b']]],
    ['delimiters, line breaks and quotes within quotes', '"a,b","c\nd","e""f"\n', ',', [['a,b', 'c\nd', 'e"f']]],
    ['nothing', '', ',', []],
  ])('has %s', (_, text, delimiter, rows) => expect(read(text, delimiter)).toEqual(rows));

  test.each(['a,"b', 'a,"b\n1,2\n', 'a"b,c\n', '"a"b,c\n', 'a,b\rc,d\n'])('is not %j', (text) =>
    expect(read(text)).toBe('quotes are left open or misplaced'),
  );

  test('is read up to its bounds, and no row after them', () => {
    const rows = (count: number) => 'a,b\n'.repeat(count);
    expect(read(rows(11))).toHaveLength(11);
    expect(read(rows(12))).toBe('more than 10 rows');
    expect(read(`${rows(3)}1,2,3,4,5\n`)).toHaveLength(4);
    expect(read(`${rows(3)}1,2,3,4,5,\n`)).toBe('a row has more than 5 fields');
    expect(read('\n'.repeat(1_000))).toEqual([]);
  });

  test('has the fields that were written, whatever is in them', () => {
    const field = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ') });
    const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
    const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(rows, (written) => {
        const text = written.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
        expect(read(text)).toEqual(written);
      }),
    );
  });
});

describe('CSV that is written', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', '"\'\r\'=1"'],
    ['x;=1+1', "x;'=1+1"],
    ['x\t@a', "x\t'@a"],
    ['x|+1', "x|'+1"],
    ['x,-1', '"x,\'-1"'],
    ['x\n=1', '"x\n\'=1"'],
    ['x;"=1', '"x;""\'=1"'],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠A', "'＠A"],
    ['x;＝1', "x;'＝1"],
  ])('has no formula for a spreadsheet, whatever it splits at: %j', (text, cell) =>
    expect(csvRow([text, 1])).toBe(`${cell},1`),
  );

  test('leaves numbers, and texts that begin no formula, as they are', () => {
    const cells = [-12.5, 'a-b', 'a=b', '', undefined, null, 0, '2026-07-01T11:00:00+03:00'];
    expect(csvRow(cells)).toBe('-12.5,a-b,a=b,,,,0,2026-07-01T11:00:00+03:00');
  });

  test('can be read again, and begins no cell with a formula at any separator', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ';', ',', '"', '\n', '\t', '=', '＝') });
    const texts = fc.array(cell, { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(texts, (cells) => {
        const [row] = read(`${csvRow(cells)}\r\n`) as string[][];
        expect(row?.map((cell) => cell.replaceAll("'", ''))).toEqual(cells);
        for (const cell of row ?? []) for (const part of cell.split(/[;,\n\t]/)) expect(part).not.toMatch(/^"*[=＝]/);
      }),
    );
  });
});

describe('the name of an hour', () => {
  test('leads back to the start of the hour that holds the instant', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 0, 1) }), (atMs) => {
        const startMs = parseHourKey(hourKey(atMs));
        expect(startMs).toBe(hourStartMs(atMs));
        expect(atMs - (startMs ?? Number.NaN)).toBeLessThan(HOUR_MS);
        expect(atMs).toBeGreaterThanOrEqual(startMs ?? Number.NaN);
      }),
    ));

  test.each(['', '2026070112Z', '202607011', '2026070124', '2026023012', '2026130100', '20260700 1', 'YYYYMMDDHH'])(
    'is not %j',
    (key) => expect(parseHourKey(key)).toBeUndefined(),
  );
});

const AT_MS = Date.UTC(2026, 6, 1, 12, 0, 0, 123);

describe('instants', () => {
  test('are written in UTC, with milliseconds for machines and without for people', () => {
    expect(isoMillis(AT_MS)).toBe('2026-07-01T12:00:00.123Z');
    expect(isoSeconds(AT_MS)).toBe('2026-07-01T12:00:00Z');
  });

  test('are read as they were written', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 0, 1) }), (atMs) => {
        expect(parseIsoInstant(isoMillis(atMs))).toBe(atMs);
      }),
    ));

  test.each([
    ['2026-07-01T12:00Z', Date.UTC(2026, 6, 1, 12)],
    ['2026-07-01T12:00:00+03:00', Date.UTC(2026, 6, 1, 9)],
    ['2026-07-01T12:00:00.123456Z', AT_MS],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ])('%s is understood', (text, atMs) => expect(parseIsoInstant(text)).toBe(atMs));

  test.each([
    ...['', 'now', '2026-07-01', '2026-07-01T12:00:00', '2026-07-01 12:00:00Z', ' 2026-07-01T12:00:00Z'],
    ...['1751371200000', '-002026-07-01T12:00:00Z', '2026-07-01T25:00:00Z', '2026-07-01T12:60:00Z'],
    ...['2026-07-01T12:00:00+99:99', '2026-02-30T00:00:00Z', '2025-02-29T00:00:00Z', '2026-04-31T00:00:00Z'],
    ...['2026-13-01T00:00:00Z', '2026-07-00T00:00:00Z'],
  ])('%j is refused, rather than guessed at', (text) => expect(parseIsoInstant(text)).toBeUndefined());
});

describe('spans', () => {
  const at = fc.integer({ min: 0, max: 60 });
  const spans = fc.array(fc.tuple(at, at), { maxLength: 12 });
  const instants = (list: readonly Span[]) =>
    Array.from({ length: 61 }, (_, at) => at).filter((at) => list.some(([from, to]) => from <= at && at < to));

  test('merged spans hold the same time, in order, without one touching the next', () =>
    fc.assert(
      fc.property(spans, (list) => {
        const merged = mergedSpans(list);
        expect(instants(merged)).toEqual(instants(list));
        merged.forEach(([from, to], at) => {
          expect(from).toBeLessThan(to);
          expect(from).toBeGreaterThan(merged[at - 1]?.[1] ?? -1);
        });
      }),
    ));

  test('fewer spans hold all of the time, and the newest are left as they are', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 1, max: 5 }), (list, most) => {
        const merged = mergedSpans(list);
        const fewer = fewerSpans(merged, most);
        expect(fewer).toHaveLength(Math.min(most, merged.length));
        expect(instants(merged).filter((at) => !instants(fewer).includes(at))).toEqual([]);
        if (most > 1) expect(fewer.slice(1)).toEqual(merged.slice(merged.length - fewer.length + 1));
      }),
    );
    expect(fewerSpans(pairs('0,1 2,3 4,5'), 2)).toEqual(pairs('0,3 4,5'));
  });

  test('spans are clipped to a window, and vanish outside it', () => {
    const list: Span[] = pairs('0,10 20,30 40,50');
    expect(clippedSpans(list, 5, 25)).toEqual(pairs('5,10 20,25'));
    expect(clippedSpans(list, 10, 20)).toEqual([]);
  });

  test('what of spans lies in none of the others is exactly that, in order, and as long as it is', () =>
    fc.assert(
      fc.property(spans, spans, (list, others) => {
        const left = spansWithout(list, others);
        expect(instants(left)).toEqual(instants(list).filter((at) => !instants(others).includes(at)));
        expect(mergedSpans(left)).toEqual(left);
        expect(lengthMs(left)).toBe(instants(left).length);
      }),
    ));
});

describe('zoned time', () => {
  const ZONES = ['Europe/Sofia', 'Europe/Athens', 'UTC', 'America/St_Johns', 'Asia/Kathmandu', 'Africa/Cairo'];

  test('an instant is written by the clocks of its zone, with their offset and its milliseconds', () => {
    const atMs = Date.parse('2026-07-01T11:03:22.007Z');
    expect(zonedIso(atMs, 'Europe/Sofia')).toBe('2026-07-01T14:03:22.007+03:00');
    expect(zonedIso(atMs, 'UTC')).toBe('2026-07-01T11:03:22.007+00:00');
    expect(zonedIso(atMs, 'America/St_Johns')).toBe('2026-07-01T08:33:22.007-02:30');
    expect(zonedIso(-1, 'UTC')).toBe('1969-12-31T23:59:59.999+00:00');
  });

  test('the day on which clocks change has 23 or 25 hours, and every other has 24', () => {
    const hours = (day: string) =>
      (zonedDayStartMs(dayAfter(day, 1), 'Europe/Sofia') - zonedDayStartMs(day, 'Europe/Sofia')) / HOUR_MS;
    expect(['2026-03-28', '2026-03-29', '2026-03-30'].map(hours)).toEqual([24, 23, 24]);
    expect(['2026-10-24', '2026-10-25', '2026-10-26'].map(hours)).toEqual([24, 25, 24]);
  });

  test('a day begins at its first instant, wherever, also where clocks skip midnight', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(...ZONES), (days, zone) => {
        const day = dayAfter('1990-01-01', days);
        const startMs = zonedDayStartMs(day, zone);
        expect(zonedDay(startMs, zone)).toBe(day);
        expect(zonedDay(startMs - 1, zone)).toBe(dayAfter(day, -1));
        expect(Date.parse(zonedIso(startMs, zone))).toBe(startMs);
      }),
    ));

  test('a minute on the clocks is the instants at which they show it: one, two where they go back, none where they skip it', () => {
    const at = (text: string, zone = 'Europe/Sofia') =>
      zonedInstants(text, zone)?.map((atMs) => new Date(atMs).toISOString().slice(0, 16));
    expect(at('2026-10-25T03:30')).toEqual(['2026-10-25T00:30', '2026-10-25T01:30']);
    expect(at('2026-10-25T02:59')).toEqual(['2026-10-24T23:59']);
    expect(at('2026-10-25T04:00')).toEqual(['2026-10-25T02:00']);
    expect([at('2026-03-29T03:00'), at('2026-03-29T03:59')]).toEqual([[], []]);
    expect(at('2026-03-29T04:00')).toEqual(['2026-03-29T01:00']);
    expect(at('2026-07-01T14:05:59')).toEqual(['2026-07-01T11:05']);
    expect(at('2026-11-01T01:30', 'America/St_Johns')).toEqual(['2026-11-01T04:00', '2026-11-01T05:00']);
    for (const text of ['2026-02-30T10:00', '2026-07-01', 'tomorrow', '']) expect(at(text)).toBeUndefined();
  });

  test('every instant is among those of the minute that the clocks show then, wherever', () =>
    fc.assert(
      fc.property(fc.integer({ min: 631_152_000, max: 4_000_000_000 }), fc.constantFrom(...ZONES), (seconds, zone) => {
        const atMs = Math.floor(seconds / 60) * 60_000;
        expect(zonedInstants(zonedMinute(atMs, zone), zone)).toContain(atMs);
      }),
    ));

  test('days and zones that do not exist are none', () => {
    expect(['2026-02-29', '2026-13-01', '2026-1-1', '26-01-01', '', '2026-01-01T00:00'].some(isDay)).toBe(false);
    expect(isDay('2028-02-29')).toBe(true);
    expect(['Europe/Sofia', 'UTC', 'Mars/Base', ''].map(isTimeZone)).toEqual([true, true, false, false]);
  });
});
