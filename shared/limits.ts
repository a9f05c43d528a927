/** Every number that both sides of a wire must agree on, each with its unit and its reason. */

/** Zoom of the cells that streams subscribe by. At 4 a 1080p screen at zoom 5 needs at most 9, a phone 6. */
export const CELL_ZOOM = 4;

/** Cells one stream may name. Wider views are fed by what others keep polled; they add no polls. */
export const MAX_CELLS_PER_STREAM = 24;

/** Zooms at which hourly tile slices are served: coarse for wide views, fine for a city. */
export const SLICE_ZOOM_MIN = 4;
export const SLICE_ZOOM_MAX = 8;

/** A stream says something at least this often, so that proxies keep it and clients can tell silence from quiet. */
export const HEARTBEAT_MS = 15_000;

/** A client that heard nothing for this long reopens its stream: three heartbeats. */
export const STREAM_SILENCE_MS = 45_000;

/** How far back a relay can resume a client without a reload. */
export const REPLAY_HORIZON_MS = 15 * 60_000;

/** Feed checked more recently than this is live: twice the slowest (quiet) poll interval. */
export const FEED_LIVE_WITHIN_MS = 60_000;

/** Feed not checked for this long is down: nobody may read its silence as a quiet sky. */
export const FEED_DOWN_AFTER_MS = 120_000;

/** Rows the provider returns at most; an answer this long is a truncated one. */
export const PROVIDER_LIMIT = 300;

/** Widest `from`–`to` of one history request; longer stretches are asked piece by piece. */
export const MAX_HISTORY_WINDOW_MS = 31 * 24 * 3_600_000;

/** Rows of one history page. */
export const MAX_PAGE_ROWS = 10_000;
export const DEFAULT_PAGE_ROWS = 1_000;

/** A parameter longer than this is refused before it is parsed. */
export const MAX_PARAMETER_LENGTH = 512;

/** Upper bounds of the classes in which the lateness of strikes is counted; one more class holds what is later. */
export const LATENESS_BOUNDS_MS = [2_000, 5_000, 10_000, 20_000, 45_000] as const;

/** Age classes of a strike: fresh up to 5 minutes, recent up to 30 minutes, then old. */
export const FRESH_WITHIN_MS = 5 * 60_000;
export const RECENT_WITHIN_MS = 30 * 60_000;

/** Windows the map offers, in milliseconds; the second is the default. */
export const TIME_FILTERS_MS = [600_000, 3_600_000, 21_600_000, 86_400_000] as const;
export const DEFAULT_TIME_FILTER_MS = 3_600_000;
