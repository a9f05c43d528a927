/** Every number that both ends of a connection must agree on, with its unit and reason. */
/** Zoom of the cells that streams subscribe to. At zoom 5 a 1080p screen needs at most 9 of them, a phone 6. */
export declare const CELL_ZOOM = 4;
/** Cells one stream may name. A wider view adds no polls: it gets what other viewers keep polled. */
export declare const MAX_CELLS_PER_STREAM = 24;
/** Zooms at which hourly tile slices are served: coarse for wide views, fine for a city. */
export declare const SLICE_ZOOM_MIN = 4;
export declare const SLICE_ZOOM_MAX = 8;
/** A stream sends something at least this often, so that proxies keep it open and clients notice when it is dead. */
export declare const HEARTBEAT_MS = 15000;
/** A client that receives nothing for this long reopens its stream: three heartbeats. */
export declare const STREAM_SILENCE_MS = 45000;
/** How far back a relay can resume a client without a reload. */
export declare const REPLAY_HORIZON_MS: number;
/** The feed is live if the provider answered this recently: twice the slowest poll interval. */
export declare const FEED_LIVE_WITHIN_MS = 60000;
/** The feed is down if the provider has not answered for this long. */
export declare const FEED_DOWN_AFTER_MS = 120000;
/** The same for a region other than home: all of them share one call in ten seconds, so each comes up less often. */
export declare const FOREIGN_LIVE_WITHIN_MS = 120000;
export declare const FOREIGN_DOWN_AFTER_MS: number;
/** The provider returns at most this many rows; an answer with this many counts as truncated. */
export declare const PROVIDER_LIMIT = 300;
/** Longest `from`–`to` of one history request; longer spans take several requests. */
export declare const MAX_HISTORY_WINDOW_MS: number;
/** Rows per history page. */
export declare const MAX_PAGE_ROWS = 10000;
export declare const DEFAULT_PAGE_ROWS = 1000;
/** Widest circle of a question by distance. */
export declare const MAX_RADIUS_KM = 100;
/** A parameter longer than this is refused before it is parsed. */
export declare const MAX_PARAMETER_LENGTH = 512;
/** Upper bounds of the histogram of strikes' lateness; a last class counts the later ones. */
export declare const LATENESS_BOUNDS_MS: readonly [2000, 5000, 10000, 20000, 45000];
/** Age classes of a strike: fresh up to 5 minutes, recent up to 30 minutes, then old. */
export declare const FRESH_WITHIN_MS: number;
export declare const RECENT_WITHIN_MS: number;
/** Time filters the map offers; the second is the default. */
export declare const TIME_FILTERS_MS: readonly [number, 3600000, number, number];
export declare const DEFAULT_TIME_FILTER_MS = 3600000;
/** Without a filter a map shows all that it holds: the widest window on offer, and the hour that it began in. */
export declare const NO_TIME_FILTER_MS: number;
