import type { Area } from '#shared/watch/Area.ts';
import type { AreaState, NearStrike } from '#shared/watch/AreaState.ts';
import type { AreaView } from '#shared/watch/BookView.ts';
import { holdMs } from '#shared/watch/heldLevel.ts';
import type { KeptArea } from './book/WatchLedger.ts';

/** What the API tells of an area whose state is `state`. */
export function areaView({ id, body, revision }: KeptArea, rules: Area, state: AreaState): AreaView {
  const { level, sight, countdown, front, watermarkMs, change, lastMs } = state;
  const [nearest, newest] = [front[0], front.at(-1)];
  return {
    id,
    ...body,
    revision,
    level,
    unknown: sight === 'unknown',
    delayed: sight === 'delayed',
    ...(countdown ? { phase: 'countdown' } : {}),
    ...(level !== 'clear' && lastMs[0] !== null ? { allClearNotBefore: lastMs[0] + holdMs(rules) } : {}),
    completeTo: watermarkMs,
    change,
    ...(nearest ? { nearest: nearView(nearest) } : {}),
    ...(newest ? { newest: nearView(newest) } : {}),
  };
}

function nearView({ ordinal, atMs, km, bearing }: NearStrike) {
  return { ordinal, timestampMs: atMs, distanceKm: km, bearingDeg: bearing };
}
