/** Details that some sources report for a strike, in one file that loads with the first of them. */
export { DetailLines } from './DetailLines.tsx';
export { EllipseLine } from './EllipseLine.tsx';
