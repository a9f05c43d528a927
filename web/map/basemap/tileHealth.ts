/** Trouble for this long, and the visitor is told and no tile is asked for until `RETRY_MS` later. */
const PATIENCE_MS = 20_000;
const RETRY_MS = 5 * 60_000;

/**
 * What is known of the tile host: whether its tiles are awaited, shown, or given up for a while, and since when there
 * has been trouble. Giving up matters as much as trying again: every failed tile is a red line in a visitor's console,
 * and a host that is down is not helped by being asked at each pan.
 */
export interface TileHealth {
  readonly state: 'waiting' | 'shown' | 'resting';
  readonly troubleSinceMs: number | null;
}

export function tilesAsked(nowMs: number): TileHealth {
  return { state: 'waiting', troubleSinceMs: nowMs };
}

/** A tile has come. */
export function tileArrived(health: TileHealth): TileHealth {
  return health.state === 'shown' && health.troubleSinceMs === null ? health : { state: 'shown', troubleSinceMs: null };
}

/** A tile was refused, or tiles are still awaited. */
export function tileMissed(health: TileHealth, nowMs: number): TileHealth {
  return health.troubleSinceMs === null ? { ...health, troubleSinceMs: nowMs } : health;
}

export function tilesLater(health: TileHealth, nowMs: number): TileHealth {
  const troubleMs = health.troubleSinceMs === null ? 0 : nowMs - health.troubleSinceMs;
  if (health.state !== 'resting' && troubleMs >= PATIENCE_MS) return { state: 'resting', troubleSinceMs: nowMs };
  return health.state === 'resting' && troubleMs >= RETRY_MS ? tilesAsked(nowMs) : health;
}
