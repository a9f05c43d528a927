import * as v from 'valibot';
import type { CellsEvent } from './cellsEvent.ts';
/** The protocol version this build speaks; see PROTOCOL.md, VE. */
export declare const PROTOCOL_VERSION = 1;
/**
 * Why the feed is not live. `provider`: it fails, refuses us or is silent. `format`: what it tells cannot be read, or is
 * not what it was asked for. `unread`: a window of the last minutes could not be read yet.
 */
export declare const FeedCause: v.PicklistSchema<["provider", "format", "unread"], undefined>;
export type FeedCause = v.InferOutput<typeof FeedCause>;
/** How current a region other than home is. `resting`: the provider failed for it, and it is left alone for a while. */
export declare const ForeignRegion: v.ObjectSchema<{
    readonly lastSuccessMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
    readonly resting: v.BooleanSchema<undefined>;
}, undefined>;
export type ForeignRegion = v.InferOutput<typeof ForeignRegion>;
/**
 * How current the feed is. On a stream whose cells do not touch home it is the state of those cells, otherwise home's.
 * `lastSuccessMs` is when the provider last answered for it; null if never.
 */
export declare const FeedState: v.ObjectSchema<{
    readonly state: v.PicklistSchema<["live", "delayed", "down"], undefined>;
    readonly lastSuccessMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
    readonly newestStrikeMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
    readonly typicalDelayMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
    /** Absent while it is live. A reader must bear causes that it does not know. */
    readonly cause: v.OptionalSchema<v.SchemaWithFallback<v.PicklistSchema<["provider", "format", "unread"], undefined>, "provider">, undefined>;
    /** The regions other than home that the stream touches, by name. */
    readonly foreign: v.OptionalSchema<v.RecordSchema<v.StringSchema<undefined>, v.ObjectSchema<{
        readonly lastSuccessMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
        readonly resting: v.BooleanSchema<undefined>;
    }, undefined>, undefined>, undefined>;
    /**
     * Spans `[fromMs, toMs]` of the last 24 h that were not read of home, oldest first, at most eight; absent if all of it
     * was. An empty minute in one of them says nothing of the sky. Not told where the state is not home's.
     */
    readonly unread: v.OptionalSchema<v.ArraySchema<v.TupleSchema<[v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>], undefined>, undefined>, undefined>;
    /** The Feed's epoch: another one means that it forgot everything, and gives ordinals anew. Only where the state is home's, as all below. */
    readonly epoch: v.OptionalSchema<v.StringSchema<undefined>, undefined>;
    /** Everything of home up to here, on the provider's clock, was read, but for `gaps`; absent if nothing was. */
    readonly completeToMs: v.OptionalSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
    /** The provider's clock less ours. */
    readonly providerOffsetMs: v.OptionalSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
    /** Boxes of home not read within the last 70 min, newest first, at most 20: `[west, south, east, north, fromMs, toMs]`. */
    readonly gaps: v.OptionalSchema<v.ArraySchema<v.TupleSchema<[v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>], undefined>, undefined>, undefined>;
    /** Whether there are more gaps than told. */
    readonly gapsCut: v.OptionalSchema<v.BooleanSchema<undefined>, undefined>;
}, undefined>;
export type FeedState = v.InferOutput<typeof FeedState>;
export declare const Source: v.PicklistSchema<["live", "simulated"], undefined>;
export type Source = v.InferOutput<typeof Source>;
export declare const AreasBody: v.ObjectSchema<{
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
}, undefined>;
export declare const HelloEvent: v.ObjectSchema<{
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
        /** Absent while it is live. A reader must bear causes that it does not know. */
        readonly cause: v.OptionalSchema<v.SchemaWithFallback<v.PicklistSchema<["provider", "format", "unread"], undefined>, "provider">, undefined>;
        /** The regions other than home that the stream touches, by name. */
        readonly foreign: v.OptionalSchema<v.RecordSchema<v.StringSchema<undefined>, v.ObjectSchema<{
            readonly lastSuccessMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
            readonly resting: v.BooleanSchema<undefined>;
        }, undefined>, undefined>, undefined>;
        /**
         * Spans `[fromMs, toMs]` of the last 24 h that were not read of home, oldest first, at most eight; absent if all of it
         * was. An empty minute in one of them says nothing of the sky. Not told where the state is not home's.
         */
        readonly unread: v.OptionalSchema<v.ArraySchema<v.TupleSchema<[v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>], undefined>, undefined>, undefined>;
        /** The Feed's epoch: another one means that it forgot everything, and gives ordinals anew. Only where the state is home's, as all below. */
        readonly epoch: v.OptionalSchema<v.StringSchema<undefined>, undefined>;
        /** Everything of home up to here, on the provider's clock, was read, but for `gaps`; absent if nothing was. */
        readonly completeToMs: v.OptionalSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
        /** The provider's clock less ours. */
        readonly providerOffsetMs: v.OptionalSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
        /** Boxes of home not read within the last 70 min, newest first, at most 20: `[west, south, east, north, fromMs, toMs]`. */
        readonly gaps: v.OptionalSchema<v.ArraySchema<v.TupleSchema<[v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>], undefined>, undefined>, undefined>;
        /** Whether there are more gaps than told. */
        readonly gapsCut: v.OptionalSchema<v.BooleanSchema<undefined>, undefined>;
    }, undefined>;
    /** What is always watched, and what is watched while somebody looks at it. */
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
export type HelloEvent = v.InferOutput<typeof HelloEvent>;
export declare const StrikeTuple: v.TupleSchema<[v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.MinLengthAction<string, 1, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>], undefined>;
export type StrikeTuple = v.InferOutput<typeof StrikeTuple>;
/** A `strikes` event of a `?bbox=` stream; each strike is `[id, latitude, longitude, timestampMs, ordinal]`. */
export declare const StrikesEvent: v.ObjectSchema<{
    readonly seq: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
    readonly strikes: v.ArraySchema<v.TupleSchema<[v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.MinLengthAction<string, 1, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>], undefined>, undefined>;
}, undefined>;
export type StrikesEvent = v.InferOutput<typeof StrikesEvent>;
/** A `strikes` event of a `?cells=` stream: delta columns of equal length, without provider ids. */
export declare const StrikeColumnsEvent: v.SchemaWithPipe<readonly [v.ObjectSchema<{
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
}, "columns differ in length">]>;
export type StrikeColumnsEvent = v.InferOutput<typeof StrikeColumnsEvent>;
export declare const HeartbeatEvent: v.ObjectSchema<{
    readonly serverTimeMs: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
    readonly seq: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
    readonly feed: v.ObjectSchema<{
        readonly state: v.PicklistSchema<["live", "delayed", "down"], undefined>;
        readonly lastSuccessMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
        readonly newestStrikeMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
        readonly typicalDelayMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
        /** Absent while it is live. A reader must bear causes that it does not know. */
        readonly cause: v.OptionalSchema<v.SchemaWithFallback<v.PicklistSchema<["provider", "format", "unread"], undefined>, "provider">, undefined>;
        /** The regions other than home that the stream touches, by name. */
        readonly foreign: v.OptionalSchema<v.RecordSchema<v.StringSchema<undefined>, v.ObjectSchema<{
            readonly lastSuccessMs: v.NullableSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
            readonly resting: v.BooleanSchema<undefined>;
        }, undefined>, undefined>, undefined>;
        /**
         * Spans `[fromMs, toMs]` of the last 24 h that were not read of home, oldest first, at most eight; absent if all of it
         * was. An empty minute in one of them says nothing of the sky. Not told where the state is not home's.
         */
        readonly unread: v.OptionalSchema<v.ArraySchema<v.TupleSchema<[v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>], undefined>, undefined>, undefined>;
        /** The Feed's epoch: another one means that it forgot everything, and gives ordinals anew. Only where the state is home's, as all below. */
        readonly epoch: v.OptionalSchema<v.StringSchema<undefined>, undefined>;
        /** Everything of home up to here, on the provider's clock, was read, but for `gaps`; absent if nothing was. */
        readonly completeToMs: v.OptionalSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, undefined>;
        /** The provider's clock less ours. */
        readonly providerOffsetMs: v.OptionalSchema<v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>]>, undefined>;
        /** Boxes of home not read within the last 70 min, newest first, at most 20: `[west, south, east, north, fromMs, toMs]`. */
        readonly gaps: v.OptionalSchema<v.ArraySchema<v.TupleSchema<[v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -180, undefined>, v.MaxValueAction<number, 180, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.MinValueAction<number, -90, undefined>, v.MaxValueAction<number, 90, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>, v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>], undefined>, undefined>, undefined>;
        /** Whether there are more gaps than told. */
        readonly gapsCut: v.OptionalSchema<v.BooleanSchema<undefined>, undefined>;
    }, undefined>;
}, undefined>;
export type HeartbeatEvent = v.InferOutput<typeof HeartbeatEvent>;
export declare const ResetReason: v.PicklistSchema<["too-old", "unknown-seq"], undefined>;
export type ResetReason = v.InferOutput<typeof ResetReason>;
export declare const ResetEvent: v.ObjectSchema<{
    readonly reason: v.PicklistSchema<["too-old", "unknown-seq"], undefined>;
}, undefined>;
export type ResetEvent = v.InferOutput<typeof ResetEvent>;
/** The last event of a stream whose place went to somebody else: open none before `retryAfterMs` has passed. */
export declare const AwayEvent: v.ObjectSchema<{
    readonly retryAfterMs: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>;
}, undefined>;
export type AwayEvent = v.InferOutput<typeof AwayEvent>;
/** Every event a stream may carry. `id` is the cursor the event moves its reader to, if it moves it. */
export type FeedEvent = {
    readonly event: 'hello';
    readonly data: HelloEvent;
    readonly retryMs: number;
} | {
    readonly event: 'strikes';
    readonly id: number;
    readonly data: StrikesEvent | StrikeColumnsEvent;
} | {
    readonly event: 'hb';
    readonly id: number;
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
