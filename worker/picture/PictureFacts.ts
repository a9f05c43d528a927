import type { BBox } from '#shared/geo/BBox.ts';
import type { Language } from '#shared/languages.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import type { DrawingSize } from '#shared/picture/frame.ts';
import type { Span } from '#shared/time/spans.ts';
import type { FeedState } from '#shared/wire/FeedEvent.ts';
import type { PrimarySource } from '#shared/wire/PrimarySource.ts';
import type { SeenStrikes } from './strikeMarks.ts';

/** The known facts of the last hour in a part of the world. */
export interface PictureFacts {
  readonly nowMs: number;
  readonly fromMs: number;
  /** `seen` is complete from here on; `fromMs`, unless there is too much to read. */
  readonly edgeMs: number;
  readonly seen: SeenStrikes;
  readonly state: FeedState['state'];
  /** Home was read up to this instant, except for `unread`; null if nothing is known to have been read. */
  readonly completeToMs: number | null;
  readonly unread: readonly Span[];
  /** Always read; other areas are read only while somebody looks at them. */
  readonly home: BBox;
  readonly simulated: boolean;
  /** The source that fills the map, where it is not as ever. */
  readonly primary: PrimarySource | undefined;
}

export interface PictureLook {
  readonly bbox: BBox;
  readonly size: DrawingSize;
  /** Lines kept free below the map, for warnings known before anything is read; further ones lie over it. */
  readonly strips: number;
  readonly theme: MapTheme;
  readonly language: Language;
  readonly host: string;
}
