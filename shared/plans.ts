/** Limits of the bearer of a plan's key. */
export interface PlanLimits {
  /** Units in any 60 seconds. A call is one, and a search of the archive one more for each `ROWS_A_UNIT` rows it read. */
  readonly unitsAMinute: number;
  /** What the minute allows on average. Calls that come faster for longer than a moment wait for up to two seconds. */
  readonly callsASecond: number;
  readonly streams: number;
}

/** Every plan. Pages, terms and the API all read this table. */
export const PLANS = {
  basic: { unitsAMinute: 300, callsASecond: 5, streams: 5 },
  professional: { unitsAMinute: 1_200, callsASecond: 20, streams: 50 },
  enterprise: { unitsAMinute: 3_000, callsASecond: 50, streams: 500 },
} as const satisfies Record<string, PlanLimits>;

export type PlanName = keyof typeof PLANS;
export const PLAN_NAMES = Object.keys(PLANS) as PlanName[];

/** Rows of the archive that one unit pays for. */
export const ROWS_A_UNIT = 2_000;

/** Uses of a key: `read` is every answer that ends, `live` the stream. */
export const KEY_SCOPES = ['read', 'live'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
