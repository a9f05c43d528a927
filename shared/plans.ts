/** What a key of a plan may ask for. */
export interface ApiLimits {
  /** Units in any 60 seconds. A call is one; a search of the archive one more for each `ROWS_A_UNIT` rows it read. */
  readonly unitsAMinute: number;
  /** The minute's average. Calls that come faster for longer than a moment wait for up to two seconds. */
  readonly callsASecond: number;
  /** Live streams open at once. */
  readonly streams: number;
  /** How far back the archive reaches: `HISTORY_DAYS` of production. */
  readonly historyDays: number;
}

/** What every watchlist may have, whatever its plan. */
export const WATCHLIST = { areas: 10, recipients: 10 } as const;

export interface Plan {
  /** Null: the plan has no API access, so no key of it exists. */
  readonly api: ApiLimits | null;
  readonly watchlist: typeof WATCHLIST;
}

export const PLANS = {
  basic: { api: null, watchlist: WATCHLIST },
  professional: {
    api: { unitsAMinute: 1_200, callsASecond: 20, streams: 50, historyDays: 400 },
    watchlist: WATCHLIST,
  },
  enterprise: {
    api: { unitsAMinute: 3_000, callsASecond: 50, streams: 500, historyDays: 400 },
    watchlist: WATCHLIST,
  },
} as const satisfies Record<string, Plan>;

export type PlanName = keyof typeof PLANS;
export const PLAN_NAMES = Object.keys(PLANS) as PlanName[];

/** A plan of which there are keys. */
export type KeyPlan = { [Name in PlanName]: (typeof PLANS)[Name]['api'] extends null ? never : Name }[PlanName];
export const KEY_PLANS = PLAN_NAMES.filter((name): name is KeyPlan => PLANS[name].api !== null);

/** The setting `API_ACCESS`: whether the API is for plans that have it, or open to everyone. */
export const API_ACCESS = ['plans', 'open'] as const;
export type ApiAccess = (typeof API_ACCESS)[number];

/** What a network may have of the API without a key, where the API is for plans. */
export const TRIAL = {
  unitsAMinute: 30,
  streams: 1,
  /** How far back a question may reach, in milliseconds. */
  reachMs: 3_600_000,
} as const;

/** What everyone has without a plan: the live map, alerts for one's own areas, and the map's timeline. */
export const FREE = { watchlist: WATCHLIST, historyDays: 14 } as const;

export const ROWS_A_UNIT = 2_000;

/** `read` is every answer that ends, `live` the stream. */
export const KEY_SCOPES = ['read', 'live'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
