import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { StrikeDetail } from '#shared/strike.ts';
import type { MapQuery } from '#web/ground/view/mapQuery.ts';
import type { HistoryStep } from '#web/kit/routing/address.ts';
import type { Playhead } from '#web/sky/Playhead.ts';
import type { StoredStrike } from '#web/sky/StrikeStore.ts';

/** Narrows the map to strikes of `[fromMs, toMs)`. */
export interface PickedTime {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The visitor's choices on the map screen, and the actions of its parts. The same object until a choice changes. */
export interface Screen {
  readonly query: MapQuery;
  /** Read with `useSnapshot`. */
  readonly moment: Playhead;
  readonly change: (part: Partial<MapQuery>, step: HistoryStep) => void;
  readonly goTo: (position: Position) => void;
  readonly fitTo: (box: BBox) => void;
  /** Middle of the map, or of its first view before there is a map. */
  readonly centreOf: () => Position;
  readonly visitorAt: Position | undefined;
  readonly locate: () => void;
  readonly open: OpenStrike | undefined;
  /** Opens the strike and moves the map there. */
  readonly show: (strike: OpenStrike) => void;
  readonly close: () => void;
  readonly picked: PickedTime | undefined;
  readonly pick: (picked: PickedTime | undefined) => void;
}

/** The source's details apart from time and place are loaded if they are not known yet. */
export interface OpenStrike extends StoredStrike {
  readonly id?: string;
  readonly detail?: StrikeDetail;
}
