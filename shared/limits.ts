import { DAY_MS, HOUR_MS } from './time.ts';

/** Every number that both ends of a connection must agree on, with its unit and reason. */

/** Zoom of the cells that streams subscribe to. At zoom 5 a 1080p screen needs at most 9 of them, a phone 6. */
export const CELL_ZOOM = 4;

/** Cells one stream may name. A wider view adds no polls: it gets what other viewers keep polled. */
export const MAX_CELLS_PER_STREAM = 24;

/** Zooms of hourly tile slices: coarse for wide views, fine for a city. */
export const SLICE_ZOOM_MIN = 4;
export const SLICE_ZOOM_MAX = 8;

/** A stream sends something at least this often, so that proxies keep it open and clients notice when it is dead. */
export const HEARTBEAT_MS = 15_000;

/** A client that receives nothing for this long reopens its stream: three heartbeats. */
export const STREAM_SILENCE_MS = 45_000;

/** How far back a relay can resume a client without a reload. */
export const REPLAY_HORIZON_MS = 15 * 60_000;

/** The feed is live if the provider answered this recently: twice the slowest poll interval. */
export const FEED_LIVE_WITHIN_MS = 60_000;

/** The feed is down if the provider has not answered for this long. */
export const FEED_DOWN_AFTER_MS = 120_000;

/** The same for a region other than home: all of them share one call in ten seconds, so each comes up less often. */
export const ON_DEMAND_LIVE_WITHIN_MS = 120_000;
export const ON_DEMAND_DOWN_AFTER_MS = 10 * 60_000;

/** The provider's event list has at most this many rows; an answer with this many counts as truncated. */
export const PROVIDER_LIMIT = 300;

/** Longest `from`–`to` of one history request; longer spans take several requests. */
export const MAX_HISTORY_WINDOW_MS = 31 * DAY_MS;

export const MAX_PAGE_ROWS = 10_000;
export const DEFAULT_PAGE_ROWS = 1_000;

export const MAX_RADIUS_KM = 100;

/** A parameter longer than this is refused before it is parsed. */
export const MAX_PARAMETER_LENGTH = 512;

/** Upper bounds of the histogram of strikes' lateness; a last class counts the later ones. */
export const LATENESS_BOUNDS_MS = [2_000, 5_000, 10_000, 20_000, 45_000] as const;

export const FRESH_WITHIN_MS = 5 * 60_000;
export const RECENT_WITHIN_MS = 30 * 60_000;

/** The second is the default. */
export const TIME_FILTERS_MS = [10 * 60_000, HOUR_MS, 6 * HOUR_MS, DAY_MS] as const;
export const DEFAULT_TIME_FILTER_MS = HOUR_MS;

/** Without a filter a map shows every strike it holds: the widest window on offer, and the hour that it began in. */
export const NO_TIME_FILTER_MS = DAY_MS + HOUR_MS;

/** A wall rotates through at most this many views. */
export const MAX_ROTATED_VIEWS = 12;

/** Lightning "at a place" is within this distance of it. */
export const PLACE_RADIUS_KM = 10;

/** Flashes further away do not predict the next hour at a place. */
export const PLACE_REACH_KM = 120;
