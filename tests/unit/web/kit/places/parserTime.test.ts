import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sharedAddress } from '#web/kit/offline/sharedAddress.ts';
import { readOutlines } from '#web/kit/places/outlines/readOutlines.ts';
import { parseCoordinates, positionIn } from '#web/kit/places/outlines/readPosition.ts';
import { isOutlineText } from '#web/kit/places/usePlaceEntry.ts';

/** A shape of text, of `length` characters, that is hard for a parser of foreign text on the web's side. */
type HardText = [name: string, make: (length: number) => string];

const polygonOf = (corners: string) => `{"type":"Polygon","coordinates":[[${corners}[23,43]]]}`;

const times = (text: string, length: number) => text.repeat(Math.max(1, Math.floor(length / text.length)));
const outlines = (text: string) => readOutlines(text, { corners: 200, pointOnly: false });
const PLACEMARK = '<Placemark><Point><coordinates>23,42</coordinates></Point></Placemark>';
const TRACK = '<trk><name>a</name><trkseg><trkpt lat="42" lon="23"/></trkseg></trk>';
const RING = '[[[23,42],[24,42],[24,43],[23,42]]]';
const trackPoint = (index: number) => `<trkpt lat="${wave(index).slice(9)}" lon="${wave(index).slice(0, 8)}"/>`;
const zigzag = (index: number) => `[${23 + (index % 2)},${42 + ((index * 7919) % 997) / 997}],`;
const kmlLine = (coordinates: string) =>
  `<kml><Placemark><LineString><coordinates>${coordinates}</coordinates></LineString></Placemark></kml>`;
const manyOf = (length: number) => `<wpt lat="42" lon="23" ${numbered(length, (index) => `a${index}="" `)}/>`;

/** The numbers as a counter goes up: texts of different parts. */
function numbered(length: number, part: (index: number) => string): string {
  const parts: string[] = [];
  for (let [index, written] = [0, 0]; written < length; index += 1) {
    const next = part(index);
    parts.push(next);
    written += next.length;
  }
  return parts.join('');
}

const wave = (index: number) =>
  `${(23 + index / 1e5).toFixed(5)},${(42 + Math.sin(index / 50) / 9 + (index % 7) / 1e4).toFixed(5)}`;

const HARD_TEXTS = (
  [
    ['KML of unclosed points', (n) => `<kml>${times('<Point>', n)}`],
    ['KML of folders in folders', (n) => times('<Folder>', n)],
    ['KML of comments', (n) => `<kml>${times('<!--x-->', n)}</kml>`],
    ['KML of a comment left open', (n) => `<kml>${times('<!--', n)}`],
    ['KML of instructions', (n) => `<kml>${times('<?a b?>', n)}</kml>`],
    ['KML of entities', (n) => `<!DOCTYPE kml [${times('<!ENTITY a "&b;&b;">', n)}]><kml/>`],
    ['KML of ampersands', (n) => `<kml><Placemark><name>${times('&', n)}</name></Placemark></kml>`],
    ['KML of blanks', (n) => `<kml>${times(' ', n)}</kml>`],
    ['KML of quotes', (n) => `<kml ${times('"', n)}`],
    ['KML of opened tags', (n) => `<kml>${times('<', n)}`],
    ['KML of attributes', (n) => `<kml ${numbered(n, (index) => `a${index}="1" `)}/>`],
    ['KML of placemarks', (n) => `<kml>${times(PLACEMARK, n)}</kml>`],
    ['KML of one long line', (n) => kmlLine(numbered(n, (index) => `${wave(index)},0 `))],
    ['KML of commas', (n) => kmlLine(times('23,42,0,', n))],
    ['KML of line breaks before a fault', (n) => kmlLine(`x${times('\n', n)}`)],
    ['GPX of track points', (n) => `<gpx><trk><trkseg>${numbered(n, trackPoint)}</trkseg></trk></gpx>`],
    ['GPX of points with attributes', (n) => `<gpx>${times(manyOf(16_000), n)}</gpx>`],
    ['GPX of a point with attributes', (n) => `<gpx><wpt ${numbered(n, (index) => `a${index}=">" `)}/></gpx>`],
    ['GPX of tracks', (n) => `<gpx>${times(TRACK, n)}</gpx>`],
    ['GeoJSON of lists in lists', (n) => `{"type":"Polygon","coordinates":${times('[', n)}`],
    ['GeoJSON of collections in collections', (n) => times('{"type":"GeometryCollection","geometries":[', n)],
    ['GeoJSON of one ring', (n) => polygonOf(numbered(n, (index) => `[${wave(index)}],`))],
    ['GeoJSON of a ring in zigzag', (n) => polygonOf(numbered(n, zigzag))],
    ['GeoJSON of small areas', (n) => `{"type":"MultiPolygon","coordinates":[${times(`${RING},`, n)}${RING}]}`],
    ['lines of corners', (n) => times('42.60000, 23.30000\n', n)],
    ['a table of corners', (n) => `lat;lon\n${times('42,6;23,3\n', n)}`],
    ['a line of blanks', (n) => `42${times(' ', n)}23\n42 23`],
    ['a table of quotes', (n) => `lat;lon\n${times('"', n)}`],
    ['a header of names', (n) => `${times('lat;', n)}\n42;23`],
    ['line breaks', (n) => times('\r', n)],
  ] satisfies HardText[]
).map(([name, make]) => [name, make, outlines] as const);

/** Those that look at a beginning of the text alone. */
const HARD_POSITIONS = [
  ['a position with blanks', (n) => `42${times(' ', n)}x`, parseCoordinates],
  ['a position of degrees', (n) => times('42 ', n), parseCoordinates],
  ['a position of marks', (n) => `42${times("°'", n)}`, parseCoordinates],
  ['a link with blanks', (n) => `https://maps.google.com/?q=42.7,${times(' ', n)}x`, positionIn],
  ['a link to a place of blanks', (n) => `https://www.google.com/maps/place/42${times('%20', n)}`, positionIn],
  ['a link of questions', (n) => `geo:${times('?q=1,', n)}`, positionIn],
  ['a shared text of blanks', (n) => `?shared-text=42${times('+', n)}x`, sharedAddress],
  ['a shared link with blanks', (n) => `?shared-url=https://a.b/place/42${times('%2520', n)}`, sharedAddress],
  ['a shared text of decimals', (n) => `?shared-text=${times('42.123+', n)}`, sharedAddress],
  ['pasted blanks', (n) => `42${times(' ', n)}x`, isOutlineText],
  ['pasted lines', (n) => times('42 23\n', n), isOutlineText],
] satisfies [...HardText, read: (text: string) => unknown][];

/** Milliseconds of this thread’s processor, the least of `rounds`. */
function leastMs(rounds: number, run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const before = process.threadCpuUsage();
    run();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const LENGTH = 10_000;
/** Doubled four times. What is linear takes 16 times as long, what is quadratic 256 times. */
const LONGER = 16;
const MOST_TIMES = 80;
/** For a compiler that has not seen the longer text yet, and for the processor's time, which is counted in steps of some ms. */
const EXTRA_MS = 60;
const MOST_ROUNDS = 20;

/** Measured until it is shown: noise only ever adds, so that the least of several is the nearest. */
function expectLinear(read: (text: string) => unknown, make: (length: number) => string): void {
  const [short, long] = [make(LENGTH), make(LONGER * LENGTH)];
  let [once, longer] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < MOST_ROUNDS && !(longer < MOST_TIMES * once + EXTRA_MS); round += 1) {
    once = Math.min(
      once,
      leastMs(2, () => read(short)),
    );
    longer = Math.min(
      longer,
      leastMs(1, () => read(long)),
    );
  }
  expect(longer).toBeLessThan(MOST_TIMES * once + EXTRA_MS);
}

describe('the time to read foreign text grows as its length', () => {
  test.each([...HARD_TEXTS, ...HARD_POSITIONS])('%s', (_, make, read) => expectLinear(read, make));

  const marks = '<a <wpt <!-- <![CDATA[ <? > /> </ " \' & ; , 42 . ° ′ N lat lon= [ { : geo: q= /place/ %20 + -'.split(
    ' ',
  );
  const chunk = fc.constantFrom(...marks, ' ', '\n', '\t');
  const xml = ['<kml>', '<gpx>', '<kml><Point><coordinates>'];
  const begins = ['', ...xml, '{"type":', 'lat;lon\n', '42 23\n', 'https://a.b/', 'geo:'];
  const readers = [
    outlines,
    parseCoordinates,
    positionIn,
    (text: string) => sharedAddress(`?shared-text=${encodeURIComponent(text)}`),
  ];

  test('whatever is written again and again after any beginning', () => {
    const unit = fc.array(chunk, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(unit, fc.constantFrom(...begins), fc.constantFrom(...readers), (again, begin, read) =>
        expectLinear(read, (length) => begin + again.repeat(Math.floor(length / again.length))),
      ),
      { numRuns: 150 },
    );
  });
});
