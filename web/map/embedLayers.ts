/** The layers of a map in a page of others: what is drawn there, without what is asked or opened on the site's own. */
export { distanceRings } from './marks/distanceRings.tsx';
export { nameSigns } from './marks/nameSigns.tsx';
export { thunder } from './marks/thunder.tsx';
export { stormCells } from './stormCells/stormCellsLayer.tsx';
