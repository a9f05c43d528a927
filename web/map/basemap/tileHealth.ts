/** After this much trouble the visitor is told, and no tile is requested for `RETRY_MS`. */
const PATIENCE_MS = 20_000;
const RETRY_MS = 5 * 60_000;

/**
 * What is known of the tile host: whether its tiles are awaited, shown or paused (`resting`), and since when there has
 * been trouble. Pausing matters as much as retrying: every failed tile is an error in a visitor's console, and requests
 * at each pan do not help a host that is down.
 */
export interface TileHealth {
  readonly state: 'waiting' | 'shown' | 'resting';
  readonly troubleSinceMs: number | null;
}

export function tilesAsked(nowMs: number): TileHealth {
  return { state: 'waiting', troubleSinceMs: nowMs };
}

/** A tile has arrived; `allThere`: none that the view needs is missing. Until then the shipped land stays under them. */
export function tileArrived(health: TileHealth, allThere: boolean): TileHealth {
  const state = health.state === 'waiting' && allThere ? 'shown' : health.state;
  return health.state === state && health.troubleSinceMs === null ? health : { state, troubleSinceMs: null };
}

/** A tile failed to load. */
export function tileMissed(health: TileHealth, nowMs: number): TileHealth {
  return health.troubleSinceMs === null ? { ...health, troubleSinceMs: nowMs } : health;
}

export function tilesLater(health: TileHealth, nowMs: number): TileHealth {
  const troubleMs = health.troubleSinceMs === null ? 0 : nowMs - health.troubleSinceMs;
  if (health.state !== 'resting' && troubleMs >= PATIENCE_MS) return { state: 'resting', troubleSinceMs: nowMs };
  return health.state === 'resting' && troubleMs >= RETRY_MS ? tilesAsked(nowMs) : health;
}
