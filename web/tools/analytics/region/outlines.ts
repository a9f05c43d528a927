import type { Polygon } from '#shared/geo/Shape.ts';
import { decodeShape } from '#shared/geo/shapeCode.ts';
import { type ApiResult, requestApi } from '#web/kit/http/requestApi.ts';
import outlinesUrl from './outlines.txt?url';

/** The polygons of each region and country by its code, the largest first: see `outlinesText.ts`. */
export type RegionOutlines = ReadonlyMap<string, readonly string[]>;

export async function loadRegionOutlines(signal: AbortSignal): Promise<ApiResult<RegionOutlines>> {
  return requestApi(outlinesUrl, async (response) => parseOutlines(await response.text()), { signal });
}

export function parseOutlines(text: string): RegionOutlines {
  const lines = text.trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [code = '', ...polygons] = line.split('\t');
      return [code, polygons];
    }),
  );
}

/** Codes of other shapes are dropped. */
export function polygonsOf(codes: readonly string[]): readonly Polygon[] {
  return codes.map(decodeShape).filter((shape): shape is Polygon => shape?.type === 'Polygon');
}
