import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bboxContains, bboxUnion, boxAround } from '#shared/geo/BBox.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { foldName } from '#shared/places/foldName.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { GROUND_BOUNDS } from '#web/ground/land/groundTiles.ts';
import { parseGazetteer } from '#web/kit/places/gazetteerText.ts';
import { LANDMARK_KINDS, type Landmark, parseLandmarks } from '#web/kit/places/Landmark.ts';

const read = (name: string) => readFileSync(join(projectRoot, 'web/kit/places/data', name), 'utf8');
const text = read('landmarks.txt');
const landmarks = parseLandmarks(text);
const towns = parseGazetteer(read('gazetteer.txt'));
const names = (wrong: readonly Landmark[]) => wrong.map(({ kind, en }) => `${kind} ${en}`);

test('the list of landmarks has 400 and more of every kind, and weighs at most 25 kB compressed', () => {
  process.stdout.write(`${landmarks.length} landmarks, ${gzipSync(text).length} B gzip\n`);
  expect(landmarks.length).toBeGreaterThan(400);
  expect(new Set(landmarks.map(({ kind }) => kind)).size).toBe(LANDMARK_KINDS.length);
  expect(gzipSync(text).length).toBeLessThanOrEqual(25_000);
});

test('every landmark has a name in each language, in its script, and none is there twice', () => {
  const cyrillic = /^[\u0400-\u04ff\d„“() -]+$/;
  expect(names(landmarks.filter(({ en }) => !/^[\p{Script=Latin}'() -]+$/u.test(en)))).toEqual([]);
  expect(
    names(landmarks.filter(({ ru, bg }) => !cyrillic.test(ru) || !cyrillic.test(bg) || /[ыэё]/i.test(bg))),
  ).toEqual([]);
  const twins = landmarks.filter((a, index) =>
    landmarks.slice(0, index).some((b) => a.kind === b.kind && foldName(a.en) === foldName(b.en)),
  );
  expect(names(twins)).toEqual([]);
});

test('every landmark lies on the map, in its country or at its border, and no higher than land there is', () => {
  const [west, south, east, north] = GROUND_BOUNDS;
  const box = { west, south, east, north };
  const all = landmarks.flatMap((mark) => (mark.axis.length > 0 ? mark.axis : [mark]));
  expect(all.filter(({ latitude, longitude }) => !bboxContains(box, longitude, latitude))).toEqual([]);
  const points = landmarks.filter(({ axis, country }) => axis.length === 0 && country !== 'CY');
  const far = points.filter(
    (mark) => !towns.some((town) => town.country === mark.country && distanceKm(town, mark) < 30),
  );
  expect(names(far)).toEqual([]);
  const high = landmarks.filter(({ kind }) => kind === 'peak' || kind === 'range' || kind === 'pass');
  expect(names(high.filter(({ heightM }) => heightM < 50 || heightM > 3_400))).toEqual([]);
});

test('a range reaches to the peak that gives it its height', () => {
  const peaks = landmarks.filter(({ kind }) => kind === 'peak');
  const ranges = landmarks.filter(({ kind }) => kind === 'range');
  const told = ranges.filter(({ heightM }) => peaks.some((peak) => peak.heightM === heightM));
  const apart = told.filter(({ axis, heightM }) => {
    const box = axis.map((at) => boxAround(at, 25)).reduce(bboxUnion);
    return !peaks.some((peak) => peak.heightM === heightM && bboxContains(box, peak.longitude, peak.latitude));
  });
  expect(told.length).toBeGreaterThan(60);
  expect(names(apart)).toEqual([]);
});

test.each(['', '<!doctype html>', 'volcano\t1\t1\tIT\t38 15\tEtna\tЭтна\tЕтна\t'])(
  '%j is no list of landmarks',
  (wrong) => {
    expect(() => parseLandmarks(wrong)).toThrow();
  },
);
