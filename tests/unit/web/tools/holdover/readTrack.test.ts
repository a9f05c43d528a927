import { expect, test } from 'vitest';
import { distanceFrom } from '#shared/geo/shape/distanceFrom.ts';
import { type ReadTrack, readTrack } from '#web/tools/holdover/readTrack.ts';

type Pair = readonly [longitude: number, latitude: number];

const point = ([longitude, latitude]: Pair, time = '') =>
  `<trkpt lat="${latitude}" lon="${longitude}"><ele>900</ele>${time && `<time>${time}</time>`}</trkpt>`;
const segment = (pairs: readonly Pair[]) => `<trkseg>${pairs.map((pair) => point(pair)).join('')}</trkseg>`;
const gpx = (inner: string) =>
  `<?xml version="1.0"?>\n<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${inner}</gpx>\n`;
const trackOf = (read: ReadTrack) => {
  if (!read.ok) throw new Error(read.rule);
  return read.track;
};

const LINE: readonly Pair[] = [
  [23, 42],
  [23.01, 42.005],
  [23.02, 42],
];

test('a flown track is read from GPX, with the time of its first point', () => {
  const inner = `<metadata><time>2026-07-01T09:00:00Z</time></metadata><trk><trkseg>${point([23, 42], '2026-07-01T07:05:00Z')}${point([23.01, 42], '2026-07-01T07:06:00Z')}</trkseg></trk>`;
  const { corners, points, km, startMs } = trackOf(readTrack(`\uFEFF${gpx(inner)}`));
  expect(corners).toEqual([
    [23, 42],
    [23.01, 42],
  ]);
  expect(points).toBe(2);
  expect(km).toBeCloseTo(0.826, 2);
  expect(startMs).toBe(Date.UTC(2026, 6, 1, 7, 5));
});

test('a track that ends where it began stays a line, and parts that follow each other are one', () => {
  const round = trackOf(readTrack(gpx(`<trk>${segment([...LINE, [23.01, 41.99], [23, 42]])}</trk>`)));
  expect(round.corners).toHaveLength(5);
  const parts = trackOf(
    readTrack(
      gpx(
        `<trk>${segment(LINE)}${segment([
          [23.021, 42],
          [23.03, 42],
        ])}</trk>`,
      ),
    ),
  );
  expect(parts.corners).toHaveLength(5);
  expect(parts.startMs).toBeUndefined();
});

test.each([
  ['notGpx', '{"type":"LineString"}'],
  ['notGpx', '<kml><LineString><coordinates>23,42 24,42</coordinates></LineString></kml>'],
  ['notGpx', ''],
  ['cutOff', gpx(`<trk>${segment(LINE)}</trk>`).slice(0, -20)],
  ['noTrack', gpx('<wpt lat="42" lon="23"/><wpt lat="42" lon="24"/>')],
  ['noTrack', gpx(`<trk>${segment([[23, 42]])}</trk>`)],
  [
    'position',
    gpx(
      `<trk>${segment([
        [23, 42],
        [23, 91],
      ])}</trk>`,
    ),
  ],
  ['position', gpx('<trk><trkseg><trkpt lat="x" lon="23"/><trkpt lat="42" lon="23"/></trkseg></trk>')],
] as const)('a wrong file is refused by its rule: %s', (rule, text) => {
  expect(readTrack(text)).toEqual({ ok: false, rule });
});

test('across a gap that nobody flew nothing is marked: the file is refused, with the gap', () => {
  const read = readTrack(
    gpx(
      `<trk>${segment(LINE)}${segment([
        [23.2, 42],
        [23.3, 42],
      ])}</trk>`,
    ),
  );
  expect(read).toMatchObject({ ok: false, rule: 'gap' });
  expect(!read.ok && read.km).toBeCloseTo(14.9, 0);
});

test('a long track is thinned to 500 corners, none of its points farther than 200 m from what is kept', () => {
  const wave = Array.from(
    { length: 4_000 },
    (_, index): Pair => [23 + index * 0.00025, 42 + 0.05 * Math.sin(index / 80) + 0.0002 * Math.sin(index)],
  );
  const { corners, points } = trackOf(readTrack(gpx(`<trk>${segment(wave)}</trk>`)));
  expect(points).toBe(4_000);
  expect(corners.length).toBeLessThanOrEqual(500);
  const kmTo = distanceFrom({ type: 'LineString', coordinates: corners });
  const farthest = Math.max(
    ...wave.filter((_, i) => i % 10 === 0).map(([longitude, latitude]) => kmTo({ longitude, latitude })),
  );
  expect(farthest).toBeLessThanOrEqual(0.2);
  const zigzag = Array.from({ length: 1_200 }, (_, index): Pair => [23 + index * 0.0001, 42 + (index % 2) * 0.009]);
  expect(readTrack(gpx(`<trk>${segment(zigzag)}</trk>`))).toEqual({ ok: false, rule: 'winding' });
});
