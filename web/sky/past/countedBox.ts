import { type BBox, bboxIntersection } from '#shared/geo/BBox.ts';

/** Hundredths of a degree: views that differ by less share an answer. */
const GRID = 100;

/** The box whose strikes are counted for a view: the part of it that lies at home, cut to a grid; undefined if none does. */
export function countedBox(view: BBox, home: BBox): BBox | undefined {
  const { west, south, east, north } = view;
  const wider = {
    west: Math.floor(west * GRID) / GRID,
    south: Math.floor(south * GRID) / GRID,
    east: Math.ceil(east * GRID) / GRID,
    north: Math.ceil(north * GRID) / GRID,
  };
  return bboxIntersection(wider, home);
}
