/** All of storm cells that draws or speaks, as one file that loads when the first cells arrive (`lazyCells.ts`). */
export { CellLayer } from './CellLayer.tsx';
export { CellList, CellToggle } from './CellList.tsx';
export { PlaceForecast } from './PlaceForecast.tsx';
export { WallCells } from './WallCells.tsx';
