/** Every layer there is. A new one is a folder of its own in `layers/` and a line here. */
export { distanceRings } from './layers/distanceRings/distanceRings.ts';
export { openStrike } from './layers/openStrike/openStrike.ts';
export { places } from './layers/places/places.ts';
export { thunder } from './layers/thunder/thunder.ts';
