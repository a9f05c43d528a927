import { type Fire, gatherFires } from '#shared/fires/gatherFires.ts';
import { CANDIDATE_KM, joinFire, type LightningVerdict, LOOK_BACK_MS } from '#shared/fires/joinFire.ts';
import { Looks } from '#shared/fires/Looks.ts';
import { OtherFires } from '#shared/fires/OtherFires.ts';
import { readHotspots } from '#shared/fires/readHotspots.ts';
import { StrikeIndex, type StrikeTable } from '#shared/fires/StrikeIndex.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import type { BurntSeason } from './burnSeason.ts';
import { SEASON_DAYS } from './seasonSky.ts';

/** A fire of the second half of a season, and what was said of it. */
export interface ToldFire extends LightningVerdict {
  /** The row of the flash that lit it; −1: none did. */
  readonly litBy: number;
  readonly isNaive: boolean;
}

export interface PlayedSeason {
  readonly told: readonly ToldFire[];
  /** The same fires, seen on other days than they burnt: nothing but chance can lie near them. */
  readonly shifted: readonly ToldFire[];
}

const HALF_MS = (SEASON_DAYS / 2) * DAY_MS;
const SHIFT_MS = 7 * DAY_MS;
/** The rule that one would think of first. */
const NAIVE_KM = 2;

/** Reads, gathers and joins a season as the product does. The first half teaches how many fires have other causes; the second is judged. */
export function playSeason(sky: StrikeTable, { files, litBy }: BurntSeason, startMs: number): PlayedSeason {
  const endMs = startMs + 2 * HALF_MS;
  const hotspots = files.flatMap(({ satellite, text }) => {
    const reading = readHotspots(text, satellite, endMs);
    if (reading.kind !== 'rows') throw new Error(`${satellite}: ${reading.kind}`);
    return reading.hotspots;
  });
  const looks = new Looks(hotspots);
  const index = new StrikeIndex(sky);
  const near = (fire: Fire, km: number) => index.near(fire, km, fire.firstSeenMs - LOOK_BACK_MS, fire.firstSeenMs);
  const joined = (fire: Fire, others: OtherFires) =>
    joinFire(fire, near(fire, CANDIDATE_KM), {
      otherRate: others.rateAt(fire, fire.firstSeenMs),
      lookHours: looks.hoursBefore(fire.firstSeenMs),
      unread: [],
      accuracy: { typicalErrorKm: 0.5 },
    });
  const fires = gatherFires(hotspots);
  const halfMs = startMs + HALF_MS;
  const assumed = new OtherFires();
  const early = fires.filter(({ firstSeenMs }) => firstSeenMs < halfMs);
  const others = new OtherFires(
    early.map((fire) => ({ ...fire, chance: joined(fire, assumed).chance })),
    [[startMs, halfMs]],
  );
  const tell = (fire: Fire): ToldFire => ({
    ...joined(fire, others),
    litBy: litBy.get(fire.id) ?? -1,
    isNaive: near(fire, NAIVE_KM).length > 0,
  });
  const judged = fires.filter(({ firstSeenMs }) => firstSeenMs >= halfMs);
  return { told: judged.map(tell), shifted: judged.map((fire) => tell(moved(fire, halfMs))) };
}

/** Round within the half of the season. */
function moved(fire: Fire, halfMs: number): Fire {
  const firstSeenMs = halfMs + ((fire.firstSeenMs - halfMs + SHIFT_MS) % HALF_MS);
  return { ...fire, firstSeenMs };
}
