/** Every panel there is. A new one is a folder of its own in `panels/` and a line here. */
export { strikeTable } from './panels/strikeTable/strikeTable.ts';
