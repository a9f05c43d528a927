import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { Level } from '#shared/watch/Area.ts';
import type { AreaChange } from '#shared/watch/AreaState.ts';

/** How CAP 1.2 grades a change (3.2.2). */
export interface CapRating {
  readonly responseType: 'Shelter' | 'Prepare' | 'Monitor' | 'AllClear' | 'None';
  readonly urgency: 'Immediate' | 'Expected' | 'Future' | 'Past' | 'Unknown';
  readonly severity: 'Severe' | 'Moderate' | 'Minor' | 'Unknown';
  readonly certainty: 'Observed' | 'Unknown';
  /** For how long it may be relied on if nothing follows. */
  readonly lifeMs: number;
}

/** What holds is ended by an update. It expires late: silence must never look like an all-clear. */
const HELD_LIFE_MS = 24 * HOUR_MS;
const OVER_LIFE_MS = 6 * HOUR_MS;

const RATINGS: Readonly<Record<Exclude<Level, 'clear'>, CapRating>> = {
  stop: {
    responseType: 'Shelter',
    urgency: 'Immediate',
    severity: 'Severe',
    certainty: 'Observed',
    lifeMs: HELD_LIFE_MS,
  },
  warning: {
    responseType: 'Prepare',
    urgency: 'Expected',
    severity: 'Moderate',
    certainty: 'Observed',
    lifeMs: HELD_LIFE_MS,
  },
  watch: {
    responseType: 'Monitor',
    urgency: 'Future',
    severity: 'Minor',
    certainty: 'Observed',
    lifeMs: HELD_LIFE_MS,
  },
};
const OVER = { urgency: 'Past', severity: 'Minor', certainty: 'Observed', lifeMs: OVER_LIFE_MS } as const;
const UNSEEN = {
  responseType: 'Monitor',
  urgency: 'Unknown',
  severity: 'Unknown',
  certainty: 'Unknown',
  lifeMs: HELD_LIFE_MS,
} as const;

/** Only a fall to clear is an all-clear. Who is blind keeps what was known, and is sure of nothing. */
export function capRating({ kind, to }: Pick<AreaChange, 'kind' | 'to'>): CapRating {
  if (to !== 'clear') return kind === 'blind' ? { ...RATINGS[to], certainty: 'Unknown' } : RATINGS[to];
  if (kind === 'blind') return UNSEEN;
  return { ...OVER, responseType: kind === 'fall' ? 'AllClear' : 'None' };
}
