type Rings = readonly [watch: number, warning: number, stop: number];

/** The rings with one of them changed: the others give way, so that they go on shrinking inwards. */
export function orderedRings(rings: Rings, ring: 0 | 1 | 2, km: number): Rings {
  const moved = (index: number): number => {
    const own = rings[index] ?? km;
    if (index === ring) return km;
    return index < ring ? Math.max(own, km) : Math.min(own, km);
  };
  return [moved(0), moved(1), moved(2)];
}
