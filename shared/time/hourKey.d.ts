export declare const HOUR_MS = 3600000;
export declare const DAY_MS: number;
/** Start of the UTC hour that contains `atMs`. */
export declare function hourStartMs(atMs: number): number;
/** `YYYYMMDDHH` of the UTC hour that contains `atMs`: the name of an hourly slice. */
export declare function hourKey(atMs: number): string;
/** Start of the hour that `key` names; undefined if it names none. */
export declare function parseHourKey(key: string): number | undefined;
