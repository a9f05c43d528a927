import { type Fire, gatherFires } from '#shared/fires/gatherFires.ts';
import { FIRE_SATELLITES, type FireSatellite, hotspotKey } from '#shared/fires/Hotspot.ts';
import { staticFires } from '#shared/fires/staticFires.ts';
import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import type { Log } from '#worker/observability/log.ts';
import type { FireTable } from './FireTable.ts';
import type { FireRegion, FireSource } from './firms/FireSource.ts';
import { fileKey, type HotspotTable, knownFires } from './HotspotTable.ts';
import { FILE_LEASE_MS, fateOf, GATHERED_MS, spanToRead } from './planFires.ts';

interface ReadDeps {
  readonly source: FireSource;
  readonly hotspots: HotspotTable;
  readonly fires: FireTable;
  readonly home: BBox;
  readonly clock: Clock;
  readonly log: Log;
}

/** Reads each file that is due, keeps what it tells of home, and gathers it to fires. Rejects if D1 does not answer. */
export async function readFires(deps: ReadDeps): Promise<void> {
  // Beside each other: a file may take half a minute.
  await Promise.all(FIRE_SATELLITES.map((satellite) => readFile(deps, satellite, 'europe')));
  if (deps.source.regions.includes('africa')) await readSouth(deps);
  if (await deps.hotspots.ungathered()) await gather(deps);
}

/** One file a run: they are large. */
async function readSouth(deps: ReadDeps): Promise<void> {
  for (const satellite of FIRE_SATELLITES) {
    if (await readFile(deps, satellite, 'africa')) return;
  }
}

/** Whether it was due. */
async function readFile(
  { source, hotspots, home, clock, log }: ReadDeps,
  satellite: FireSatellite,
  region: FireRegion,
): Promise<boolean> {
  const askedMs = clock.now();
  const key = fileKey(satellite, region);
  const leased = await hotspots.lease(key, askedMs, askedMs + FILE_LEASE_MS);
  if (!leased) return false;
  const answer = await source.read(satellite, region, spanToRead(leased.readMs, askedMs));
  const nowMs = clock.now();
  const fate = fateOf(answer, leased, { region, askedMs, nowMs });
  if (fate.failures > 0)
    log('warn', 'fires.source', { satellite, region, failures: fate.failures, reason: fate.cause });
  if (answer.kind !== 'rows') {
    await hotspots.settle(key, fate, null, nowMs);
    return true;
  }
  const [skipped] = answer.skipped;
  if (skipped) log('warn', 'fires.skipped', { satellite, region, rows: answer.skipped.length, reason: skipped });
  await hotspots.insert(
    satellite,
    answer.hotspots.filter(({ latitude, longitude }) => bboxContains(home, longitude, latitude)),
    nowMs,
  );
  // A row that could not be read may be one that is missed.
  if (!skipped && region === 'europe') {
    const oldestMs = answer.hotspots.reduce((oldest, { atMs }) => Math.min(oldest, atMs), nowMs);
    await hotspots.withdraw(satellite, source.regions, oldestMs, answer.newestMs, nowMs);
  }
  // Nothing is missed by a file of Africa of which a row could not be read, as if it had not come.
  const isWhole = region === 'europe' || !skipped;
  await hotspots.settle(key, fate, isWhole ? answer.newestMs : null, nowMs);
  return true;
}

async function gather({ hotspots, fires, clock, log }: ReadDeps): Promise<void> {
  const nowMs = clock.now();
  const sinceMs = nowMs - GATHERED_MS;
  const kept = await hotspots.between(sinceMs, nowMs + DAY_MS);
  const known = knownFires(kept);
  const gathered = gatherFires(kept, known);
  const fixed = staticFires(gathered, kept);
  const ids = new Set(gathered.map(({ id }) => id));
  const merged = new Map(
    gathered.flatMap((fire) => {
      const before = fire.hotspots.flatMap((one) => known.get(hotspotKey(one)) ?? []);
      return before.filter((id) => !ids.has(id)).map((id) => [id, fire.id] as const);
    }),
  );
  const isChanged = (fire: Fire) => fire.hotspots.some((one) => known.get(hotspotKey(one)) !== fire.id);
  await fires.keep(
    gathered.filter(isChanged).map((fire) => ({ ...fire, isStatic: fixed.has(fire.id) })),
    merged,
    sinceMs,
    nowMs,
  );
  // Last: what is interrupted before is done again.
  await hotspots.markFires(
    gathered.flatMap((fire) =>
      fire.hotspots.flatMap((one) => (known.get(hotspotKey(one)) === fire.id ? [] : [[one, fire.id] as const])),
    ),
  );
  log('info', 'fires.gathered', { hotspots: kept.length, fires: gathered.length });
}
