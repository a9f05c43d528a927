/** The layers of an embedded map. */
export { distanceRings } from './marks/distanceRings.tsx';
export { landmarkMarks } from './marks/landmarkMarks.tsx';
export { nameSigns } from './marks/nameSigns.tsx';
export { newestRings } from './marks/newestRings.tsx';
export { stormCells } from './stormCells/stormCells.tsx';
