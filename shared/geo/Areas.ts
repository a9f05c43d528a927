import type { BBox } from './BBox.ts';

/** The two boxes that a deployment sets. `home` lies within `coverage`. */
export interface Areas {
  /** Always polled. */
  readonly home: BBox;
  /** The most that may be polled, while somebody looks at it. */
  readonly coverage: BBox;
}
