import { gatherFires } from '#shared/fires/gatherFires.ts';
import { CANDIDATE_KM, joinFire, LOOK_BACK_MS } from '#shared/fires/joinFire.ts';
import { Looks } from '#shared/fires/Looks.ts';
import { OtherFires } from '#shared/fires/OtherFires.ts';
import { readHotspots } from '#shared/fires/readHotspots.ts';
import { StrikeIndex } from '#shared/fires/StrikeIndex.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { burnSeason } from '#tests/fires/burnSeason.ts';
import { SEASON_DAYS, seasonOfStorms } from '#tests/fires/seasonSky.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import { type Figure, SHOWN, timeAtMost } from '../Figure.ts';

const START_MS = Date.UTC(2026, 6, 1);
const JOIN_MS = 1_000;

/** Fires joined with the strikes of a season: chance, state and candidates of each. */
export function firesFigures({ fires, flashes, rounds }: { fires: number; flashes: number; rounds: number }): Figure[] {
  const random = seededRandom(11);
  const sky = seasonOfStorms(random, START_MS, flashes);
  const { files } = burnSeason(sky, random, START_MS, { scattered: 200, stubble: 0 });
  const [readMs, hotspots] = timed(() =>
    files.flatMap(({ satellite, text }) => {
      const reading = readHotspots(text, satellite, START_MS + SEASON_DAYS * DAY_MS);
      return reading.kind === 'rows' ? reading.hotspots : [];
    }),
  );
  const [gatherMs, gathered] = timed(() => gatherFires(hotspots));
  const joined = gathered.slice(-fires);
  const looks = new Looks(hotspots);
  const others = new OtherFires();
  const [indexMs, index] = timed(() => new StrikeIndex(sky));
  const times = Array.from({ length: rounds }, () => {
    const [ms] = timed(() =>
      joined.map((fire) =>
        joinFire(fire, index.near(fire, CANDIDATE_KM, fire.firstSeenMs - LOOK_BACK_MS, fire.firstSeenMs), {
          otherRate: others.rateAt(fire, fire.firstSeenMs),
          lookHours: looks.hoursBefore(fire.firstSeenMs),
          unread: [],
          accuracy: { typicalErrorKm: 0.5 },
        }),
      ),
    );
    return ms;
  }).sort((a, b) => a - b);
  const count = (value: number) => value.toLocaleString('en');
  const common = { group: 'fires', unit: 'ms' };
  return [
    {
      ...common,
      name: `join of ${count(joined.length)} fires with ${count(sky.timesMs.length)} strikes in memory, median`,
      ours: times[Math.floor(rounds / 2)] ?? Number.NaN,
      ...timeAtMost(JOIN_MS),
    },
    { ...common, name: `index of ${count(sky.timesMs.length)} strikes by place and time`, ours: indexMs, ...SHOWN },
    { ...common, name: `${count(hotspots.length)} rows of four files read`, ours: readMs, ...SHOWN },
    {
      ...common,
      name: `${count(hotspots.length)} hotspots gathered to ${count(gathered.length)} fires`,
      ours: gatherMs,
      ...SHOWN,
    },
  ];
}

function timed<Result>(work: () => Result): [ms: number, result: Result] {
  const beganMs = performance.now();
  const result = work();
  return [performance.now() - beganMs, result];
}
