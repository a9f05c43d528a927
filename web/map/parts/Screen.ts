import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { MapQuery } from '#web/ground/view/mapQuery.ts';
import type { ChangeQuery } from '#web/ground/view/useMapQuery.ts';
import type { ShownMoment } from '#web/sky/shown/ShownMoment.ts';
import type { StoredStrike } from '#web/sky/strikes/StrikeStore.ts';

/** A time span that the map is narrowed to: strikes of `[fromMs, toMs)`. */
export interface PickedTime {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The visitor's choices on the map screen, and the actions of its parts. The same object until a choice changes. */
export interface Screen {
  readonly query: MapQuery;
  /** Which moment it shows: read with `useSnapshot`. */
  readonly moment: ShownMoment;
  readonly change: ChangeQuery;
  /** Moves the map to the position, zoomed in. */
  readonly goTo: (position: Position) => void;
  /** Moves the map so that it shows all of the box. */
  readonly fitTo: (box: BBox) => void;
  /** The middle of what the map shows, or would show. */
  readonly centreOf: () => Position;
  readonly visitorAt: Position | undefined;
  /** Asks for the visitor's position and goes there. */
  readonly locate: () => void;
  /** The strike whose popup is open. */
  readonly open: OpenStrike | undefined;
  /** Opens the strike and goes there. */
  readonly show: (strike: OpenStrike) => void;
  readonly close: () => void;
  readonly picked: PickedTime | undefined;
  readonly pick: (picked: PickedTime | undefined) => void;
}

/** A strike that is open on the map; its provider id is looked up if it is not known yet. */
export interface OpenStrike extends StoredStrike {
  readonly id?: string;
}
