/** How likely lightning is at a place within 30 and 60 minutes, 0 to 1. */
export interface Chance {
    readonly p30: number;
    readonly p60: number;
}
/** How log odds as fitted become those that held lately: `a + s × odds`, a and s within 30 minutes, a and s within 60. */
export type OddsFit = readonly [number, number, number, number];
export declare const AS_FITTED: OddsFit;
/** The log odds within 30 and 60 minutes that follow from the terms of a place. */
export declare function oddsOf(terms: readonly number[]): readonly [number, number];
/** The chance that follows from log odds. What comes within 30 minutes comes within 60. */
export declare function chanceOf([odds30, odds60]: readonly [number, number], [a30, s30, a60, s60]: OddsFit): Chance;
