import { mergedSpans, type Span } from '#shared/time/spans.ts';
import type { Gap } from '#shared/watch/Pulse.ts';

interface GapRow extends Record<string, SqlStorageValue> {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly from_ms: number;
  readonly to_ms: number;
}

/** The gaps among the owed windows. Cached, because they are asked for often, until some are owed no more. */
export class OwedGaps {
  private readonly sql: SqlStorage;
  private readonly boxesOf = new Map<string, readonly Gap[]>();
  private readonly spansOf = new Map<string, readonly Span[]>();

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  boxes(region: string): readonly Gap[] {
    const known = this.boxesOf.get(region);
    if (known) return known;
    const rows = this.sql.exec<GapRow>(
      "SELECT west, south, east, north, from_ms, to_ms FROM owed WHERE reason = 'gap' AND region = ?",
      region,
    );
    const gaps = rows.toArray().map((row): Gap => [row.west, row.south, row.east, row.north, row.from_ms, row.to_ms]);
    const merged = mergedGaps(gaps);
    this.boxesOf.set(region, merged);
    return merged;
  }

  spans(region: string): readonly Span[] {
    const known = this.spansOf.get(region);
    if (known) return known;
    const spans = mergedSpans(this.boxes(region).map(([, , , , fromMs, toMs]): Span => [fromMs, toMs]));
    this.spansOf.set(region, spans);
    return spans;
  }

  /** A long outage is owed in thousands of pieces, so each is only added. */
  add(region: string, gap: Gap): void {
    const known = this.boxesOf.get(region);
    if (known) this.boxesOf.set(region, mergedGaps([...known, gap]));
    this.spansOf.delete(region);
  }

  forget(): void {
    this.boxesOf.clear();
    this.spansOf.clear();
  }
}

/** As few gaps as possible: those of one box that touch in time are joined. Newest first. */
export function mergedGaps(gaps: readonly Gap[]): Gap[] {
  const spansOf = new Map<string, { readonly box: Gap; readonly spans: Span[] }>();
  for (const gap of gaps) {
    const [west, south, east, north, fromMs, toMs] = gap;
    const key = `${west},${south},${east},${north}`;
    const known = spansOf.get(key);
    if (known) known.spans.push([fromMs, toMs]);
    else spansOf.set(key, { box: gap, spans: [[fromMs, toMs]] });
  }
  return [...spansOf.values()]
    .flatMap(({ box: [west, south, east, north], spans }) =>
      mergedSpans(spans).map(([fromMs, toMs]): Gap => [west, south, east, north, fromMs, toMs]),
    )
    .sort((one, other) => other[5] - one[5]);
}
