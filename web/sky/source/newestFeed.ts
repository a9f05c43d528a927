import type { PrimarySource } from '#shared/wire/FeedEvent.ts';

/** The part of a feed that describes the source. */
interface ReportingFeed {
  readonly view: {
    /** Null until the server has responded. */
    readonly build: string | null;
    readonly source: string | null;
    /** Null for the usual source: ground strokes that may be used for alerts. */
    readonly primary: PrimarySource | null;
  };
}

/** This page's newest feed, for components outside the map. */
export const newestFeed: { is?: ReportingFeed } = {};
