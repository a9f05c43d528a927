/** `concaveman` ships no types. */
declare module 'concaveman' {
  /** A hull as a closed ring: the first point is repeated. Only edges longer than `lengthThreshold` become concave. */
  export default function concaveman(
    points: readonly [number, number][],
    concavity?: number,
    lengthThreshold?: number,
  ): [number, number][];
}
