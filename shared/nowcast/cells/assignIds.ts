/** A cluster, by how its flashes voted for the cells that they belonged to. */
export interface Ballot {
  readonly votes: ReadonlyMap<number, number>;
  readonly size: number;
}

/** The cell that a cluster continues. A new one names the cell it split from, or none. */
export type Identity =
  | { readonly kind: 'continues'; readonly id: number }
  | { readonly kind: 'new'; readonly splitFrom: number | undefined };

/** Clusters, largest first, take the cell most of their flashes had. If that is taken, it is a split: a new cell. */
export function assignIds(ballots: readonly Ballot[]): Identity[] {
  const identities: Identity[] = ballots.map(() => ({ kind: 'new', splitFrom: undefined }));
  const taken = new Set<number>();
  const order = ballots.map((_, index) => index).sort((a, b) => sizeOf(ballots, b) - sizeOf(ballots, a) || a - b);
  for (const index of order) {
    const id = mostVoted(ballots[index]?.votes);
    if (id === undefined) continue;
    identities[index] = taken.has(id) ? { kind: 'new', splitFrom: id } : { kind: 'continues', id };
    taken.add(id);
  }
  return identities;
}

function sizeOf(ballots: readonly Ballot[], index: number): number {
  return ballots[index]?.size ?? 0;
}

function mostVoted(votes: ReadonlyMap<number, number> | undefined): number | undefined {
  let most: number | undefined;
  let highest = 0;
  for (const [id, weight] of votes ?? []) {
    if (weight < highest || (weight === highest && id > (most ?? 0))) continue;
    most = id;
    highest = weight;
  }
  return most;
}
