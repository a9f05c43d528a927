/** Every panel. To add one, make a folder for it in `panels/` and add a line here. */
export { search } from './panels/search/search.ts';
export { sharedText } from './panels/sharedText/sharedText.ts';
export { stormCellList, stormCellSwitch } from './panels/stormCells/stormCells.ts';
export { strikeTable } from './panels/strikeTable/strikeTable.ts';
export { timeline } from './panels/timeline/timeline.ts';
export { watchPlace } from './watchPlace/watchPlace.tsx';
