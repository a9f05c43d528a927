/** Every layer. To add one, make a folder for it in `layers/` and add a line here. */
export { beyond } from './layers/beyond/beyond.ts';
export { distanceRings } from './layers/distanceRings/distanceRings.ts';
export { measuringPoint } from './layers/measuringPoint/measuringPoint.ts';
export { nameSigns } from './layers/nameSigns/nameSigns.ts';
export { openStrike } from './layers/openStrike/openStrike.ts';
export { placeNames } from './layers/placeNames/placeNames.ts';
export { places } from './layers/places/places.ts';
export { stormCells } from './layers/stormCells/stormCells.ts';
export { thunder } from './layers/thunder/thunder.ts';
export { watchPlaceLayer } from './watchPlace/watchPlaceLayer.tsx';
