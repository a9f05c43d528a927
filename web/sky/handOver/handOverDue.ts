/** What the map has drawn so far. */
export interface MapProgress {
  /** Its strikes are on the screen. */
  readonly strikesDrawn: boolean;
  /** Every slice of the view has been read, so that an empty map is an empty sky. */
  readonly skyKnown: boolean;
  readonly groundDrawn: boolean;
  /** Since its first frame. */
  readonly ageMs: number;
}

/** After this long the map says more than the preview does, even if slices or ground do not come. */
const MOST_PATIENCE_MS = 3_000;

/** Whether the map shows at least what the preview shows, and may take its place. */
export function handOverDue({ strikesDrawn, skyKnown, groundDrawn, ageMs }: MapProgress): boolean {
  return ((strikesDrawn || skyKnown) && groundDrawn) || ageMs >= MOST_PATIENCE_MS;
}
