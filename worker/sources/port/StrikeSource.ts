import type { BBox } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import type { SourceTraits } from './SourceTraits.ts';

/** One request to a source: every strike in the box between two instants, milliseconds since the Unix epoch. */
export interface StrikeWindow {
  readonly bbox: BBox;
  readonly fromMs: number;
  readonly toMs: number;
}

export type ProviderAnswer =
  | {
      readonly kind: 'strikes';
      readonly strikes: readonly Strike[];
      /** Rows the provider sent, bad ones included. */
      readonly rows: number;
      readonly truncated: boolean;
      readonly skipped: readonly string[];
      /** The provider's clock when it answered; undefined without a valid `Date`. */
      readonly providerTimeMs: number | undefined;
    }
  /** Too long to be read: as if truncated, but with nothing to keep. */
  | { readonly kind: 'oversized'; readonly reason: string }
  | NoSourceAnswer;

export type NoSourceAnswer =
  /** No answer, an unreadable one, or a status of 500 and above: worth trying again. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The provider asks for a pause (429, or Retry-After on a 5xx). */
  | { readonly kind: 'paused'; readonly reason: string; readonly retryAfterMs: number }
  /** Any other status: the same request would get the same answer. `denied`: 401 or 403. */
  | { readonly kind: 'rejected'; readonly reason: string; readonly denied: boolean };

/** A source that answers which strikes fell in a box between two instants. */
export interface WindowSource {
  readonly way: 'windows';
  readonly traits: SourceTraits;
  /** Never rejects. `maxWaitMs` bounds the whole answer; by default the source's usual limit. */
  list(window: StrikeWindow, maxWaitMs?: number): Promise<ProviderAnswer>;
}

/** A file that a source has on offer. Times are the source's, milliseconds since the Unix epoch. */
export interface ListedFile {
  /** Whatever the source finds the file by. */
  readonly id: string;
  /** Start of its slot: the stretch of `traits.delayMs.step` that it is filed under. Versions and parts of a slot share it. */
  readonly slotMs: number;
  /** When its observations begin and end. */
  readonly fromMs: number;
  readonly toMs: number;
}

export type FileList = { readonly kind: 'listed'; readonly files: readonly ListedFile[] } | NoSourceAnswer;

export type FileAnswer =
  | {
      readonly kind: 'strikes';
      readonly strikes: readonly Strike[];
      readonly rows: number;
      readonly skipped: readonly string[];
      /** The source itself says that the file is incomplete or its strikes misplaced: it proves no silence. */
      readonly isWarned?: boolean;
    }
  /** It was on the list and is not there (yet). */
  | { readonly kind: 'absent' }
  /** It is there and cannot be believed; `reason` names the variable or rule. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  | NoSourceAnswer;

/**
 * A source that publishes files, each with all strikes of one slot. Each call makes at most one request; where another
 * must come first (a token), it makes that one and answers `paused` with `retryAfterMs` 0. Neither ever rejects.
 */
export interface FileSource {
  readonly way: 'files';
  readonly traits: SourceTraits;
  /**
   * The files whose observations end after `fromMs` and begin before `toMs`, newest first. Of a slot the newest version,
   * and others only as far as they hold time that it does not.
   */
  listFiles(fromMs: number, toMs: number, maxWaitMs?: number): Promise<FileList>;
  /** All strikes of the file that lie in `bbox`. */
  readFile(file: ListedFile, bbox: BBox, maxWaitMs?: number): Promise<FileAnswer>;
}

export type StrikeSource = WindowSource | FileSource;
