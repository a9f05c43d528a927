/** All components of storm cells in one file, which loads with the first cells (`lazyCells.ts`). */
export { CellLayer } from './CellLayer.tsx';
export { CellList, CellToggle } from './CellList.tsx';
