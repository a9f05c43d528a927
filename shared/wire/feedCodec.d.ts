import * as v from 'valibot';
import { CellsEvent } from './cellsEvent.ts';
import { AwayEvent, type FeedEvent, HeartbeatEvent, HelloEvent, ResetEvent, StrikeColumnsEvent, StrikesEvent } from './FeedEvent.ts';
/** The event as a server-sent-events frame with its blank line. JSON escapes newlines, so the data is one line. */
export declare function encodeFeedEvent(event: FeedEvent): string;
declare const SCHEMAS: {
    readonly hello: v.ObjectSchema<{
        readonly protocol: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 1, undefined>]>;
        readonly seq: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
        readonly serverTimeMs: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
        readonly build: v.StringSchema<undefined>;
        readonly source: v.PicklistSchema<["live", "simulated"], undefined>;
        readonly feed: v.ObjectSchema<{
            readonly state: v.PicklistSchema<["live", "delayed", "down"], undefined>;
            readonly lastSuccessMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
            readonly newestStrikeMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
            readonly typicalDelayMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
            readonly cause: v.OptionalSchema<v.SchemaWithFallback<v.PicklistSchema<["provider", "format", "unread"], undefined>, "provider">, undefined>;
            readonly foreign: v.OptionalSchema<v.RecordSchema<v.StringSchema<undefined>, v.ObjectSchema<{
                readonly lastSuccessMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
                readonly resting: v.BooleanSchema<undefined>;
            }, undefined>, undefined>, undefined>;
            readonly unread: v.OptionalSchema<v.ArraySchema<v.TupleSchema<[v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>], undefined>, undefined>, undefined>;
            readonly epoch: v.OptionalSchema<v.StringSchema<undefined>, undefined>;
            readonly completeToMs: v.OptionalSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
            readonly providerOffsetMs: v.OptionalSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
            readonly gaps: v.OptionalSchema<v.ArraySchema<v.TupleSchema<[v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>], undefined>, undefined>, undefined>;
            readonly gapsCut: v.OptionalSchema<v.BooleanSchema<undefined>, undefined>;
        }, undefined>;
        readonly areas: v.OptionalSchema<v.ObjectSchema<{
            readonly home: v.ObjectSchema<{
                readonly west: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>;
                readonly south: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>;
                readonly east: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>;
                readonly north: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>;
            }, undefined>;
            readonly coverage: v.ObjectSchema<{
                readonly west: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>;
                readonly south: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>;
                readonly east: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>;
                readonly north: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>;
            }, undefined>;
        }, undefined>, undefined>;
    }, undefined>;
    readonly strikes: v.UnionSchema<[v.ObjectSchema<{
        readonly seq: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
        readonly strikes: v.ArraySchema<v.TupleSchema<[v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.MinLengthAction<string, 1, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>], undefined>, undefined>;
    }, undefined>, v.SchemaWithPipe<readonly [v.ObjectSchema<{
        readonly seq: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
        readonly columns: v.ObjectSchema<{
            readonly o: v.CustomSchema<readonly number[], v.ErrorMessage<v.CustomIssue> | undefined>;
            readonly y: v.CustomSchema<readonly number[], v.ErrorMessage<v.CustomIssue> | undefined>;
            readonly x: v.CustomSchema<readonly number[], v.ErrorMessage<v.CustomIssue> | undefined>;
            readonly t: v.CustomSchema<readonly number[], v.ErrorMessage<v.CustomIssue> | undefined>;
        }, undefined>;
    }, undefined>, v.CheckAction<{
        seq: number;
        columns: {
            o: readonly number[];
            y: readonly number[];
            x: readonly number[];
            t: readonly number[];
        };
    }, "columns differ in length">]>], undefined>;
    readonly hb: v.ObjectSchema<{
        readonly serverTimeMs: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
        readonly seq: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
        readonly feed: v.ObjectSchema<{
            readonly state: v.PicklistSchema<["live", "delayed", "down"], undefined>;
            readonly lastSuccessMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
            readonly newestStrikeMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
            readonly typicalDelayMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
            readonly cause: v.OptionalSchema<v.SchemaWithFallback<v.PicklistSchema<["provider", "format", "unread"], undefined>, "provider">, undefined>;
            readonly foreign: v.OptionalSchema<v.RecordSchema<v.StringSchema<undefined>, v.ObjectSchema<{
                readonly lastSuccessMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
                readonly resting: v.BooleanSchema<undefined>;
            }, undefined>, undefined>, undefined>;
            readonly unread: v.OptionalSchema<v.ArraySchema<v.TupleSchema<[v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>], undefined>, undefined>, undefined>;
            readonly epoch: v.OptionalSchema<v.StringSchema<undefined>, undefined>;
            readonly completeToMs: v.OptionalSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
            readonly providerOffsetMs: v.OptionalSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
            readonly gaps: v.OptionalSchema<v.ArraySchema<v.TupleSchema<[v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>], undefined>, undefined>, undefined>;
            readonly gapsCut: v.OptionalSchema<v.BooleanSchema<undefined>, undefined>;
        }, undefined>;
    }, undefined>;
    readonly cells: v.SchemaWithPipe<readonly [v.ObjectSchema<{
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
            readonly marks: v.ArraySchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
            readonly steps: v.ArraySchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
            readonly path: v.ArraySchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
        }, undefined>;
        readonly odds: v.TupleSchema<[v.NumberSchema<undefined>, v.NumberSchema<undefined>, v.NumberSchema<undefined>, v.NumberSchema<undefined>], undefined>;
        readonly ranges: v.OptionalSchema<v.ArraySchema<v.TupleSchema<[v.NumberSchema<undefined>, v.NumberSchema<undefined>, v.NumberSchema<undefined>, v.NumberSchema<undefined>], undefined>, undefined>, undefined>;
        readonly hidden: v.OptionalSchema<v.ArraySchema<v.SchemaWithFallback<v.PicklistSchema<readonly ["chance", "eta"], undefined>, "chance">, undefined>, undefined>;
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
    readonly reset: v.ObjectSchema<{
        readonly reason: v.PicklistSchema<["too-old", "unknown-seq"], undefined>;
    }, undefined>;
    readonly away: v.ObjectSchema<{
        readonly retryAfterMs: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
    }, undefined>;
};
export type FeedEventName = keyof typeof SCHEMAS;
export declare const FEED_EVENT_NAMES: FeedEventName[];
export type DecodedFeedEvent = {
    readonly event: 'hello';
    readonly data: HelloEvent;
} | {
    readonly event: 'strikes';
    readonly data: StrikesEvent | StrikeColumnsEvent;
} | {
    readonly event: 'hb';
    readonly data: HeartbeatEvent;
} | {
    readonly event: 'cells';
    readonly data: CellsEvent;
} | {
    readonly event: 'reset';
    readonly data: ResetEvent;
} | {
    readonly event: 'away';
    readonly data: AwayEvent;
};
/** Parses and checks the data a client received under `event`; `reason` says what is wrong with it. Never throws. */
export declare function decodeFeedEvent(event: FeedEventName, text: string): {
    readonly ok: true;
    readonly value: DecodedFeedEvent;
} | {
    readonly ok: false;
    readonly reason: string;
};
export {};
