import type { ComponentType } from 'react';
import type { DrawnSky, Sky } from '../sky/Sky.ts';
import type { Screen } from './Screen.ts';

/** A part of the map screen. What is heavy gives a component made with `lazy`: it is loaded when it is first shown. */
export interface MapPart {
  readonly name: string;
  /** Where it stands among the others of its table: lower numbers lie deeper, or are read earlier. */
  readonly order: number;
  /** The parameters of the address that are its own, where it keeps something there (`useAddressPart`). */
  readonly parameters?: readonly string[];
}

/** Something that draws on the map. Its line stands in `mapLayers.ts`. */
export interface LayerPart extends MapPart {
  readonly Layer: ComponentType<LayerProps>;
}

/** What a layer is given. It is drawn inside the map: `useMap` of react-map-gl holds there. */
export interface LayerProps {
  readonly sky: DrawnSky;
  readonly screen: Screen;
}

/** Something that stands around the map. Its line stands in `mapPanels.ts`. */
export interface PanelPart extends MapPart {
  /** `foot`: beside the rate of strikes; `below`: under the map, where there is room to read. */
  readonly place: 'foot' | 'below';
  /** Whether a wall display shows it too. */
  readonly onWall: boolean;
  readonly Panel: ComponentType<PanelProps>;
}

export interface PanelProps {
  readonly sky: Sky;
  readonly screen: Screen;
}
