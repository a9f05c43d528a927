import * as v from 'valibot';
import { type CellsNews } from '../nowcast/place/CellsNews.ts';
/** Cells that stand for a time longer ago than this say nothing of now. */
export declare const NOWCAST_HOLDS_MS: number;
/**
 * A `cells` event: the storm cells of home as columns of equal length, and how a device turns odds into chances.
 * Positions are in thousandths of a degree, each the difference from the one before; velocities in km/h.
 */
export declare const CellsEvent: v.SchemaWithPipe<readonly [v.ObjectSchema<{
    /** The provider's time that the cells stand for, as far as home was read. */
    readonly atMs: v.SchemaWithPipe<readonly [v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, v.MinValueAction<number, 0, undefined>]>;
    readonly cells: v.ObjectSchema<{
        readonly id: v.ArraySchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
        readonly y: v.ArraySchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
        readonly x: v.ArraySchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
        readonly east: v.ArraySchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
        readonly north: v.ArraySchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
        readonly sigma: v.ArraySchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
        readonly radius: v.ArraySchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
        readonly flashes: v.ArraySchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
        readonly age: v.ArraySchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
        /** 1 if it has an arrow, plus 2 × the trend: 0 steady, 1 growing, 2 fading. */
        readonly marks: v.ArraySchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
        /** How many points of its path are told. */
        readonly steps: v.ArraySchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
        /** Of all points in hundredths of a degree: y and x less those of the point after it in time. */
        readonly path: v.ArraySchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
    }, undefined>;
    /** Log odds of a chance are `a + s × odds`: a and s within 30 minutes, a and s within 60. */
    readonly odds: v.TupleSchema<[v.NumberSchema<undefined>, v.NumberSchema<undefined>, v.NumberSchema<undefined>, v.NumberSchema<undefined>], undefined>;
    /** What followed arrivals that were told; absent while the table that ships holds. */
    readonly ranges: v.OptionalSchema<v.ArraySchema<v.TupleSchema<[v.NumberSchema<undefined>, v.NumberSchema<undefined>, v.NumberSchema<undefined>, v.NumberSchema<undefined>], undefined>, undefined>, undefined>;
    readonly hidden: v.OptionalSchema<v.ArraySchema<v.SchemaWithFallback<v.PicklistSchema<readonly ["chance", "eta"], undefined>, "chance">, undefined>, undefined>;
    /** Present if some of the last ten minutes of home was not read: there may be more cells than told. */
    readonly partial: v.OptionalSchema<v.BooleanSchema<undefined>, undefined>;
}, undefined>, v.CheckAction<{
    atMs: number;
    cells: {
        id: number[];
        y: number[];
        x: number[];
        east: number[];
        north: number[];
        sigma: number[];
        radius: number[];
        flashes: number[];
        age: number[];
        marks: number[];
        steps: number[];
        path: number[];
    };
    odds: [number, number, number, number];
    ranges?: [number, number, number, number][] | undefined;
    hidden?: ("chance" | "eta")[] | undefined;
    partial?: boolean | undefined;
}, "columns differ in length">]>;
export type CellsEvent = v.InferOutput<typeof CellsEvent>;
export declare function encodeCells({ cells, ranges, hidden, odds, ...rest }: CellsNews): CellsEvent;
/** The cells of an event that was checked against its schema. */
export declare function decodeCells({ cells, ...rest }: CellsEvent): CellsNews;
