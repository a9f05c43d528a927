/** Every layer. To add one, create a folder for its subject and add a line here. */
export { fireMarks } from './fires/fireMarks.tsx';
export { beyond } from './marks/beyond.tsx';
export { distanceRings } from './marks/distanceRings.tsx';
export { landmarkMarks } from './marks/landmarkMarks.tsx';
export { nameSigns, placeNames } from './marks/nameSigns.tsx';
export { newestRings } from './marks/newestRings.tsx';
export { measuringPoint, places } from './marks/points.tsx';
export { openEllipse, openStrike } from './openStrike/openStrike.tsx';
export { satellite } from './satellite/satellite.tsx';
export { stormCells } from './stormCells/stormCells.tsx';
export {
  choosing,
  pictureAreas,
  pictureGround,
  picturePoints,
  rings,
} from './tools/toolLayers.tsx';
export { wallAreaLayer } from './wall/wallAreaLayer.tsx';
