import { distanceRings } from './layers/distanceRings/distanceRings.ts';
import { openStrike } from './layers/openStrike/openStrike.ts';
import { places } from './layers/places/places.ts';
import { thunder } from './layers/thunder/thunder.ts';
import type { LayerPart } from './parts/MapPart.ts';

/** Every layer there is, the lowest first. A new one is a folder of its own in `layers/` and a line here. */
export const mapLayers: readonly LayerPart[] = [thunder, distanceRings, places, openStrike];
