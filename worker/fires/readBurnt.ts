import { confirmedFires } from '#shared/fires/burntAreas.ts';
import { gatherFires } from '#shared/fires/gatherFires.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import type { Log } from '#worker/observability/log.ts';
import type { BurntAreaTable } from './effis/BurntAreaTable.ts';
import type { EffisClient } from './effis/EffisClient.ts';
import { type HotspotTable, knownFires } from './HotspotTable.ts';
import { burntFateOf, GATHERED_MS } from './planFires.ts';

/** Beside the files of FIRMS. */
const KEY = 'effis';
/** Longer than an answer may take. */
const LEASE_MS = 240_000;

interface BurntDeps {
  readonly source: Pick<EffisClient, 'read'>;
  readonly areas: BurntAreaTable;
  readonly hotspots: HotspotTable;
  readonly home: BBox;
  readonly clock: Clock;
  readonly log: Log;
}

/** Reads burnt areas if they are due, keeps them, and confirms the fires in them. Rejects if D1 does not answer. */
export async function readBurnt({ source, areas, hotspots, home, clock, log }: BurntDeps): Promise<void> {
  const askedMs = clock.now();
  const leased = await hotspots.lease(KEY, askedMs, askedMs + LEASE_MS);
  if (!leased) return;
  const answer = await source.read(home);
  const nowMs = clock.now();
  const fate = burntFateOf(answer, leased, { askedMs, nowMs });
  if (fate.failures > 0) log('warn', 'fires.burnt', { failures: fate.failures, reason: fate.cause });
  if (answer.kind !== 'areas') return hotspots.settle(KEY, fate, null, nowMs);
  const [skipped] = answer.skipped;
  if (skipped) log('warn', 'fires.burntSkipped', { areas: answer.skipped.length, reason: skipped });
  await areas.insert(answer.areas, nowMs);
  const kept = await hotspots.between(nowMs - GATHERED_MS, nowMs + DAY_MS);
  await areas.confirm(confirmedFires(gatherFires(kept, knownFires(kept)), await areas.since(nowMs - GATHERED_MS)));
  const newestMs = answer.areas.reduce((newest, { updatedMs }) => Math.max(newest, updatedMs), 0);
  await hotspots.settle(KEY, fate, newestMs, nowMs);
}
