import type { PrimarySource } from '#shared/wire/PrimarySource.ts';

/** The part of a feed that tells of the source. */
interface TellingFeed {
  readonly view: {
    /** Null until the server was heard. */
    readonly build: string | null;
    readonly source: string | null;
    /** Null where the source is as ever: ground strokes that may guard. */
    readonly primary: PrimarySource | null;
  };
}

/** This page's newest feed, for what stands beside the map. */
export const newestFeed: { is?: TellingFeed } = {};
