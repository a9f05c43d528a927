/** `concaveman` ships no types. */
declare module 'concaveman' {
  /** A hull as a closed ring: the first point is repeated. Inlets are dug only into edges longer than `lengthThreshold`. */
  export default function concaveman(
    points: readonly [number, number][],
    concavity?: number,
    lengthThreshold?: number,
  ): [number, number][];
}
