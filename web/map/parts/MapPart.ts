import type { ComponentType } from 'react';
import type { DrawnSky, Sky } from '../sky/Sky.ts';
import type { Screen } from './Screen.ts';

/** A part of the map screen. What is heavy gives a component made with `lazy`: it is loaded when it is first shown. */
interface MapPart {
  readonly name: string;
  /** The parameters of the address that are its own, where it keeps something there (`useAddressPart`). */
  readonly parameters?: readonly string[];
}

/** Something that draws on the map. It stands in `mapLayers.ts`, in the order in which layers lie on each other. */
export interface LayerPart extends MapPart {
  readonly Layer: ComponentType<LayerProps>;
}

/** What a layer is given. It is drawn inside the map: `useMap` of react-map-gl holds there. */
export interface LayerProps {
  readonly sky: DrawnSky;
  readonly screen: Screen;
}

/** Something that stands around the map. It stands in `mapPanels.ts`, in the order in which panels are read. */
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
