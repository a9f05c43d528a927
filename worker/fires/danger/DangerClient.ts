import type { BBox } from '#shared/geo/BBox.ts';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { readBoundedBytes } from '#worker/outbound/readBounded.ts';
import { askSource, withinBound } from '#worker/sources/port/askSource.ts';
import type { SourceDeps } from '#worker/sources/port/SourceEntry.ts';
import type { NoSourceAnswer } from '#worker/sources/port/StrikeSource.ts';

export type DangerAnswer =
  | { readonly kind: 'picture'; readonly png: Uint8Array<ArrayBuffer> }
  /** What came is no PNG: a WMS tells mistakes with status 200. */
  | { readonly kind: 'no-picture' }
  | { readonly kind: 'oversized' }
  | NoSourceAnswer;

const MAX_WAIT_MS = 30_000;
const MAX_BYTES = 2 * 1024 * 1024;
/** The model's squares are 8 km and more. */
const WIDTH_PX = 1_024;
const EARTH_M = 2 * Math.PI * 6_378_137;
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A WMS 1.3.0 with pictures of fire danger by day. `url` names layer and style, and is asked for Web Mercator. */
export class DangerClient {
  private readonly url: string;
  private readonly deps: SourceDeps;

  constructor(url: string, deps: SourceDeps) {
    this.url = url;
    this.deps = deps;
  }

  /** The danger of `day` (YYYY-MM-DD) in the box. Past its forecast a WMS answers with a blank picture. Never rejects. */
  read(box: BBox, day: string): Promise<DangerAnswer> {
    return askSource<DangerAnswer>(
      this.deps,
      { url: mapAddress(this.url, box, day), maxWaitMs: MAX_WAIT_MS },
      (response) =>
        withinBound(readBoundedBytes(response, MAX_BYTES), (png) =>
          PNG.every((byte, at) => png[at] === byte) ? { kind: 'picture', png } : { kind: 'no-picture' },
        ),
    );
  }
}

function mapAddress(base: string, { west, south, east, north }: BBox, day: string): string {
  const [left, right] = [west, east].map((degrees) => (mercatorX(degrees) - 0.5) * EARTH_M);
  const [bottom, top] = [south, north].map((degrees) => (0.5 - mercatorY(degrees)) * EARTH_M);
  const shape = (mercatorY(south) - mercatorY(north)) / (mercatorX(east) - mercatorX(west));
  const url = new URL(base);
  const asked = {
    ...{ service: 'WMS', version: '1.3.0', request: 'GetMap', format: 'image/png', transparent: 'TRUE' },
    ...{ crs: 'EPSG:3857', bbox: [left, bottom, right, top].map((metres) => metres?.toFixed(0)).join(',') },
    ...{ width: String(WIDTH_PX), height: String(Math.round(WIDTH_PX * shape)), time: day },
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
}
