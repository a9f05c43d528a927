/** Every panel. To add one, create a folder for its subject and add a line here. */

export { sharedText } from './notices/sharedText.ts';
export { search } from './search/search.tsx';
export { stormCellList, stormCellSwitch } from './stormCells/stormCells.tsx';
export { strikeTable } from './strikeTable/strikeTable.tsx';
export { timeline } from './timeline/TimelineButton.tsx';
