export interface PlanLimits {
  /** Units in any 60 seconds. A call is one; a search of the archive one more for each `ROWS_A_UNIT` rows it read. */
  readonly unitsAMinute: number;
  /** The minute's average. Calls that come faster for longer than a moment wait for up to two seconds. */
  readonly callsASecond: number;
  readonly streams: number;
}

export const PLANS = {
  basic: { unitsAMinute: 300, callsASecond: 5, streams: 5 },
  professional: { unitsAMinute: 1_200, callsASecond: 20, streams: 50 },
  enterprise: { unitsAMinute: 3_000, callsASecond: 50, streams: 500 },
} as const satisfies Record<string, PlanLimits>;

export type PlanName = keyof typeof PLANS;
export const PLAN_NAMES = Object.keys(PLANS) as PlanName[];

export const ROWS_A_UNIT = 2_000;

/** `read` is every answer that ends, `live` the stream. */
export const KEY_SCOPES = ['read', 'live'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
