/** What followed arrivals that were told: `[told, tenth, median, ninetieth]` in minutes, by rising `told`. */
export type RangeRow = readonly [number, number, number, number];
/** For which told minutes the table has rows. */
export declare const TOLD_MINUTES: readonly number[];
/** A row as it ships. */
export declare function defaultRange(index: number): RangeRow;
/** Between which minutes lightning came in eight of ten cases in which an arrival in `told` minutes was told. */
export declare function rangeOf(told: number, rows?: readonly RangeRow[]): readonly [number, number];
