import type { BBox } from '#shared/geo/BBox.ts';
import type { Language } from '#shared/languages.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import type { DrawingSize } from '#shared/picture/frame.ts';
import type { Span } from '#shared/time/spans.ts';
import type { FeedState } from '#shared/wire/FeedEvent.ts';
import type { SeenStrikes } from './strikeMarks.ts';

/** The last hour in a part of the world, as far as it is known. */
export interface PictureFacts {
  readonly nowMs: number;
  /** The beginning of the hour. */
  readonly fromMs: number;
  /** From here on `seen` is all there is; `fromMs`, unless there is too much to look at. */
  readonly edgeMs: number;
  readonly seen: SeenStrikes;
  readonly state: FeedState['state'];
  /** Up to this instant home was read, except for `unread`; null if nothing is known to have been read. */
  readonly completeToMs: number | null;
  readonly unread: readonly Span[];
  /** Always read; the rest is read only while somebody looks at it. */
  readonly home: BBox;
  readonly simulated: boolean;
}

export interface PictureLook {
  readonly bbox: BBox;
  readonly size: DrawingSize;
  /** Lines that are kept free below the map, for warnings known before anything is read; further ones lie over it. */
  readonly strips: number;
  readonly theme: MapTheme;
  readonly language: Language;
  /** The site's, which is named on the picture. */
  readonly host: string;
}
