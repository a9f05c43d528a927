import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { formatStrikes } from '#worker/routes/formatStrikes.ts';

/** Every character that XML 1.0 forbids stands for itself in no parser; the others must come back as they were. */
const HOSTILE_IDS: readonly (readonly [id: string, read?: string])[] = [
  ['\uFFFF', '\uFFFD'],
  ['\uFFFE', '\uFFFD'],
  ['a\uFFFFb', 'a\uFFFDb'],
  ['\u0000', '\uFFFD'],
  ['\u0001\u0008', '\uFFFD\uFFFD'],
  ['\u000B', '\uFFFD'],
  ['\u000C', '\uFFFD'],
  ['\u001B[31m', '\uFFFD[31m'],
  ['\u001F', '\uFFFD'],
  ['\uD800', '\uFFFD'],
  ['\uDFFF', '\uFFFD'],
  ['\uDC00\uD800', '\uFFFD\uFFFD'],
  ['x\uD83D', 'x\uFFFD'],
  ['\uFEFF'],
  ['\uFFFD'],
  ['\u007F'],
  ['\u0085'],
  ['\u009F'],
  ['\u2028\u2029'],
  ['\u202Eevil'],
  ['\u{1FFFF}'],
  ['\u{10FFFF}'],
  ['⚡🌩️'],
  ['мълния'],
  ['tab\there'],
  ['line\nfeed'],
  ['carriage\r\nreturn'],
  ['  spaces  '],
  [''],
  ['"><script>alert(1)</script>'],
  [`' onload='x`],
  [']]>'],
  ['<![CDATA[x]]>'],
  ['<!-- -- -->'],
  ['<?xml version="1.1"?>'],
  ['&amp;&#xFFFF;&unknown;'],
  ['<!ENTITY x SYSTEM "file:///etc/passwd">&x;'],
];

/** The ids in a KML document, as a strict parser reads it. Throws where the document is not well-formed. */
function idsIn(kml: string): string[] {
  const ids: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'Placemark') ids.push(String(attributes.id));
  });
  // As it travels: UTF-8.
  parser.write(Buffer.from(kml, 'utf8').toString('utf8')).close();
  return ids;
}

const strikes = HOSTILE_IDS.map(([id]) => ({ id, latitude: 42.7, longitude: 23.3, atMs: 0 }));

describe('ids that the provider may send', () => {
  test('leave the KML well-formed, and are read from it as they were, but for what XML cannot hold', () => {
    expect(
      idsIn(formatStrikes('kml', strikes, undefined, { completeToMs: null, unread: [], outsideHome: false }).body),
    ).toEqual(HOSTILE_IDS.map(([id, read]) => read ?? id));
  });

  test('would break it as they are: the parser is strict', () => {
    for (const [id] of HOSTILE_IDS.slice(0, 9)) expect(() => idsIn(`<kml><Placemark id="${id}"/></kml>`)).toThrow();
  });
});
