/** A strike's ring and a little of what lies around it. */
const CLEARANCE_PX = 32;

/**
 * Returns how far a map must be panned, right and down in CSS pixels, for the point to be clear of a sheet that lies in
 * the lower right corner with its upper left corner at `sheet`: the shorter way, and none if it is clear already.
 */
export function clearOf(point: { x: number; y: number }, sheet: { left: number; top: number }): [number, number] {
  const right = Math.ceil(point.x + CLEARANCE_PX - sheet.left);
  const down = Math.ceil(point.y + CLEARANCE_PX - sheet.top);
  if (right <= 0 || down <= 0) return [0, 0];
  return sheet.left > 0 && right < down ? [right, 0] : [0, down];
}
