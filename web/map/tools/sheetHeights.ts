/** Heights of a phone's panel, lowest first. */
export const SHEET_HEIGHTS = ['peek', 'half', 'full'] as const;
export type SheetHeight = (typeof SHEET_HEIGHTS)[number];

/** A flick continues this long after the finger lets go. */
const FLICK_MS = 150;

export interface SheetDrag {
  /** Height at which the finger let go, in pixels. */
  readonly px: number;
  /** Upwards, in pixels per millisecond. */
  readonly speed: number;
}

/** The height nearest to the target of a drag. */
export function heightAfterDrag({ px, speed }: SheetDrag, heightsPx: Record<SheetHeight, number>): SheetHeight {
  const aimPx = px + speed * FLICK_MS;
  const away = (height: SheetHeight) => Math.abs(heightsPx[height] - aimPx);
  return SHEET_HEIGHTS.reduce((nearest, height) => (away(height) < away(nearest) ? height : nearest));
}

/** The height after a key on the handle; undefined if the sheet ignores the key. */
export function heightAfterKey(height: SheetHeight, key: string): SheetHeight | undefined {
  const at = SHEET_HEIGHTS.indexOf(height);
  if (key === 'ArrowUp') return SHEET_HEIGHTS[at + 1] ?? 'full';
  if (key === 'ArrowDown') return SHEET_HEIGHTS[at - 1] ?? 'peek';
  return { Home: 'full', PageUp: 'full', End: 'peek', PageDown: 'peek', Escape: 'peek' }[key] as
    | SheetHeight
    | undefined;
}

/** A press: one step up, from the top all the way down. */
export function heightAfterPress(height: SheetHeight): SheetHeight {
  return SHEET_HEIGHTS[SHEET_HEIGHTS.indexOf(height) + 1] ?? 'peek';
}
