import type { Map as MapLibreMap, Point } from 'maplibre-gl';
import type { ComponentType } from 'react';
import type { VisibleWindow } from '#web/sky/Playhead.ts';
import type { RenderedSky, Sky } from '#web/sky/Sky.ts';
import type { Screen } from './Screen.ts';

/** If its component is heavy, wrap it in `lazy`: it then loads when it is first shown. */
export interface MapPart {
  readonly name: string;
  /** Order in its table: lower numbers lie deeper, or are read earlier. */
  readonly order: number;
  /** Address parameters that it owns (`useAddress`). */
  readonly parameters?: readonly string[];
}

/** Something that renders on the map; listed in `mapLayers.ts`. */
export interface LayerPart extends MapPart {
  /**
   * Where it lies. Parts in one place are sorted by `order`, however late they load.
   * - `under-names`: on the ground, below the place names.
   * - `over-names`: above the names that the map places, below strikes. Its own labels are placed before the names.
   * - `over-strikes`: page elements above the map's canvases.
   */
  readonly lies: 'under-names' | 'over-names' | 'over-strikes';
  readonly Layer: ComponentType<LayerProps>;
  /** Also on embedded maps. */
  readonly embedded?: true;
  /** True if a tap at this point is the layer's own: it then opens no strike. */
  readonly handlesTap?: (map: MapLibreMap, point: Point) => boolean;
}

/** A layer renders inside the map, so react-map-gl's `useMap` works there. */
export interface LayerProps {
  readonly sky: RenderedSky;
  readonly screen: Screen;
  /** The rendered window. While the moment is dragged it runs ahead of `sky`, which waits until it rests. */
  readonly visible: VisibleWindow;
  /** For each `<Layer>` of react-map-gl, so that it lies where the part specifies. */
  readonly beforeId: string;
}

/** Something around the map; listed in `mapPanels.ts`. */
export interface PanelPart extends MapPart {
  /**
   * `over` the map; `foot`: below it, next to the legend of ages; `now`: in the map's own panel, which has room for
   * text; `choices`: among the options for this screen.
   */
  readonly place: 'over' | 'foot' | 'now' | 'choices';
  readonly onWall: boolean;
  readonly Panel: ComponentType<PanelProps>;
}

export interface PanelProps {
  readonly sky: Sky;
  readonly screen: Screen;
}

export function inOrder<Part extends MapPart>(table: Readonly<Record<string, Part>>): readonly Part[] {
  return Object.values(table).toSorted((a, b) => a.order - b.order);
}

/** Id of the invisible style layer that a part's layers lie below. */
export const anchorOf = ({ name }: Pick<MapPart, 'name'>): string => `place-of-${name}`;
