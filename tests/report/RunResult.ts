export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Lines over a common x axis. */
export interface Plot {
  readonly title: string;
  readonly xUnit: string;
  readonly yUnit: string;
  readonly lines: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[];
}

/** What a run leaves behind, in `.cache/results/{name}.json`, for the report and for whoever compares runs. */
export interface RunResult {
  readonly name: string;
  readonly command: string;
  readonly startedAt: string;
  readonly seconds: number;
  readonly machine: string;
  readonly pass: boolean;
  readonly tables: readonly Table[];
  readonly plots: readonly Plot[];
}
