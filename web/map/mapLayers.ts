/** Every layer. To add one, make a folder for it in `layers/` and add a line here. */
export { beyond } from './layers/beyond/beyond.ts';
export { distanceRings } from './layers/distanceRings/distanceRings.ts';
export { openStrike } from './layers/openStrike/openStrike.ts';
export { places } from './layers/places/places.ts';
export { thunder } from './layers/thunder/thunder.ts';
