import type { ComponentType } from 'react';
import type { DrawnSky, Sky } from '#web/sky/shown/Sky.ts';
import type { Screen } from './Screen.ts';

/** A part of the map screen. If it is heavy, make its component with `lazy`: it then loads when it is first shown. */
export interface MapPart {
  readonly name: string;
  /** Its position among the others of its table: lower numbers lie deeper, or are read earlier. */
  readonly order: number;
  /** The address parameters that it owns, if it keeps something there (`useAddressPart`). */
  readonly parameters?: readonly string[];
}

/** Something that draws on the map; listed in `mapLayers.ts`. */
export interface LayerPart extends MapPart {
  readonly Layer: ComponentType<LayerProps>;
}

/** What a layer is given. It renders inside the map, so react-map-gl's `useMap` works there. */
export interface LayerProps {
  readonly sky: DrawnSky;
  readonly screen: Screen;
}

/** Something around the map; listed in `mapPanels.ts`. */
export interface PanelPart extends MapPart {
  /** `over` the map; `foot`: next to the rate of strikes; `below`: under the map, where there is room to read. */
  readonly place: 'over' | 'foot' | 'below';
  /** Whether a wall display shows it too. */
  readonly onWall: boolean;
  readonly Panel: ComponentType<PanelProps>;
}

export interface PanelProps {
  readonly sky: Sky;
  readonly screen: Screen;
}
