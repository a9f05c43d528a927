/** The layers of a map in a page of others: what is drawn there, without what is asked or opened on the site's own. */
export { distanceRings } from './layers/distanceRings/distanceRings.ts';
export { nameSigns } from './layers/nameSigns/nameSigns.ts';
export { stormCells } from './layers/stormCells/stormCells.ts';
export { thunder } from './layers/thunder/thunder.ts';
