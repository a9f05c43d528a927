/** What some sources tell of a strike besides time and place, in one file that loads with the first of them. */
export { DetailLines } from './DetailLines.tsx';
export { EllipseLine } from './EllipseLine.tsx';
