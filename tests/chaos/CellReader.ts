/** What a reader was told of the feed's state, and when: `live`, or `delayed (provider)`. */
export interface ToldState {
  readonly atMs: number;
  readonly state: string;
}

/** Whoever reads the stream through a disturbance, and remembers what it was told. */
export interface CellReader {
  /** How often each strike id was told. */
  readonly told: ReadonlyMap<string, number>;
  readonly firstToldMs: ReadonlyMap<string, number>;
  readonly states: readonly ToldState[];
  strikes(): readonly (readonly [id: string, latitude: number, longitude: number, ...unknown[]])[];
  /** Resolves once `condition` holds; rejects after `patienceMs`. */
  until(condition: () => boolean, what: string, patienceMs?: number): Promise<void>;
  close(): Promise<void>;
}

export const stateText = ({ state, cause }: { readonly state: string; readonly cause?: string | undefined }) =>
  cause === undefined ? state : `${state} (${cause})`;
