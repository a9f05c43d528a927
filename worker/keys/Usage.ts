/** What was used, as sums. */
export interface Usage {
  readonly calls: number;
  readonly units: number;
  /** Calls and streams refused because a limit was reached. */
  readonly refused: number;
  /** Streams opened. */
  readonly streams: number;
}

export const NO_USAGE: Usage = { calls: 0, units: 0, refused: 0, streams: 0 };

export function addUsage(sum: Usage, more: Partial<Usage>): Usage {
  return {
    calls: sum.calls + (more.calls ?? 0),
    units: sum.units + (more.units ?? 0),
    refused: sum.refused + (more.refused ?? 0),
    streams: sum.streams + (more.streams ?? 0),
  };
}
