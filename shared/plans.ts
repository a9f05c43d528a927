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

/** What every watchlist may have, with or without a plan. */
export const WATCHLIST = { areas: 10, recipients: 10 } as const;

export interface Plan {
  /** Null: the plan has no API access, so no key of it exists. */
  readonly api: ApiLimits | null;
}

export const PLANS = {
  basic: { api: null },
  professional: {
    api: { unitsAMinute: 1_200, callsASecond: 20, streams: 50, historyDays: 400 },
  },
  enterprise: {
    api: { unitsAMinute: 3_000, callsASecond: 50, streams: 500, historyDays: 400 },
  },
} as const satisfies Record<string, Plan>;

export type PlanName = keyof typeof PLANS;
export const PLAN_NAMES = Object.keys(PLANS) as PlanName[];

/** The plan's name as pages and messages write it: the same in each language. */
export const planTitle = (plan: PlanName) => plan.charAt(0).toUpperCase() + plan.slice(1);

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
  /** How far back a question may reach: an hour in milliseconds, written out because `hourKey.ts` is 1 kB of the API’s page. */
  reachMs: 3_600_000,
} as const;

/** What everyone has without a plan, in addition to the live map and a watchlist: the map's timeline. */
export const FREE = { historyDays: 14 } as const;

export const ROWS_A_UNIT = 2_000;

/** `read` is every answer that ends, `live` the stream. */
export const KEY_SCOPES = ['read', 'live'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
