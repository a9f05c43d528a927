/** Icons have their full size from zoom 9 on and shrink in wider views; otherwise a storm would be one blot. */
export function wideViewScale(zoom: number): number {
  return Math.max(0.5, Math.min(1, 0.5 + (zoom - 5) / 8));
}
