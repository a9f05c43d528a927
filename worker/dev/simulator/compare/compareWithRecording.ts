import { HOME_BOX } from '#shared/geo/Areas.ts';
import { bboxCentre } from '#shared/geo/BBox.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { type Recording, replayRecording } from '../sky/replayRecording.ts';
import { weatherModel } from '../sky/weather/weatherModel.ts';
import { measureSky, quantile, type SkyMeasures } from './measureSky.ts';

const FORTNIGHT_MS = 14 * DAY_MS;
const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9];
const HOURS_A_COLUMN = 3;
const MULTIPLICITIES = [1, 2, 3, 4, 5];

/**
 * A table of what the simulator's sky and a recording are like: the fortnight before `anchorMs`, a day of the lines
 * after it, and the whole recording, each followed with the project's own tracker.
 */
export function compareWithRecording(recording: Recording, seed: number, anchorMs: number): string {
  const home = bboxCentre(HOME_BOX);
  const weather = weatherModel(seed, anchorMs);
  const ms = Math.ceil(((recording.offsetsMs.at(-1) ?? 0) + 1) / MINUTE_MS) * MINUTE_MS;
  const replay = replayRecording(recording, { startMs: 0, speed: 1, atEnd: 'end' });
  const skies = [
    ['recording', measureSky(replay, middleOf(recording.latitudes, recording.longitudes), 0, ms)],
    ['fortnight', measureSky(weather, home, anchorMs - FORTNIGHT_MS, anchorMs)],
    ['lines', measureSky(weather, home, anchorMs, anchorMs + DAY_MS)],
  ] as const;
  const table = (title: string, heads: readonly string[], rowOf: (sky: SkyMeasures) => readonly string[]) => [
    '',
    lineOf([title, ...heads]),
    ...skies.map(([name, sky]) => lineOf([`  ${name}`, ...rowOf(sky)])),
  ];
  const spread = (title: string, digits: number, valuesOf: (sky: SkyMeasures) => readonly number[]) =>
    table(title, ['cases', ...QUANTILES.map((share) => `p${100 * share}`)], (sky) => {
      const values = valuesOf(sky);
      return [`${values.length}`, ...QUANTILES.map((share) => quantile(values, share).toFixed(digits))];
    });
  return [
    lineOf(['strokes', ...skies.map(([name]) => name)]),
    lineOf(['', ...skies.map(([, { strokes }]) => `${strokes}`)]),
    ...spread('speed of cells with an arrow, km/h', 0, ({ speedsKmh }) => speedsKmh),
    ...spread('life of cells, minutes', 0, ({ livesMinutes }) => livesMinutes),
    ...spread('radius of cells, km', 1, ({ radiiKm }) => radiiKm),
    ...spread('flashes a minute at the most', 1, ({ flashesPerMinute }) => flashesPerMinute),
    ...table('share of flashes with strokes', [...MULTIPLICITIES.map(String), 'mean'], ({ strokesAFlash }) => [
      ...MULTIPLICITIES.map((count) =>
        percent(
          strokesAFlash.filter((strokes) => strokes === count),
          strokesAFlash,
        ),
      ),
      (strokesAFlash.reduce((sum, strokes) => sum + strokes, 0) / strokesAFlash.length).toFixed(2),
    ]),
    ...table('share of strokes from hour, UTC', hourColumns().map(String), ({ byHour, strokes }) =>
      hourColumns().map((from) => {
        const sum = byHour.slice(from, from + HOURS_A_COLUMN).reduce((total, count) => total + count, 0);
        return `${((100 * sum) / strokes).toFixed(0)} %`;
      }),
    ),
    '',
  ].join('\n');
}

const hourColumns = () => Array.from({ length: 24 / HOURS_A_COLUMN }, (_, index) => index * HOURS_A_COLUMN);

const percent = (some: readonly number[], all: readonly number[]) =>
  `${((100 * some.length) / all.length).toFixed(0)} %`;

const lineOf = ([title = '', ...cells]: readonly string[]) =>
  `${title.padEnd(36)}${cells.map((cell) => cell.padStart(10)).join('')}`;

function middleOf(latitudes: ArrayLike<number>, longitudes: ArrayLike<number>) {
  const middle = (values: ArrayLike<number>) => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const value of Array.from(values)) [least, most] = [Math.min(least, value), Math.max(most, value)];
    return (least + most) / 2;
  };
  return { latitude: middle(latitudes), longitude: middle(longitudes) };
}
