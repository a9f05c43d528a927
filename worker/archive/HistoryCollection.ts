import type { BBox } from '#shared/geo/BBox.ts';
import type { Env } from '#worker/http/Env.ts';
import type { HistoryQuery, Looked } from './StrikeArchive.ts';

type Position = readonly [longitude: number, latitude: number];

export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPoint' | 'MultiPolygon'; readonly coordinates: readonly [] };

/** A feature of GeoJSON. */
export interface Feature {
  readonly type: 'Feature';
  readonly id: string;
  readonly geometry: Geometry | null;
  readonly properties: Readonly<Record<string, string | number | boolean | null>>;
}

/** A property of a collection's features, as in schemas and the OpenAPI document. */
export interface FeatureField {
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  readonly format?: 'date-time' | 'date';
  readonly description: string;
}

export const instant = (description: string): FeatureField => ({ type: 'string', format: 'date-time', description });
export const whole = (description: string): FeatureField => ({ type: 'integer', description });
export const real = (description: string): FeatureField => ({ type: 'number', description });
export const word = (description: string): FeatureField => ({ type: 'string', description });
export const yesNo = (description: string): FeatureField => ({ type: 'boolean', description });

/** A collection of features as GIS know it. */
export interface Collection {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly geometry: 'Point' | 'Polygon';
  /** Names of properties. Clients make each one a column, so nothing is nested. */
  readonly fields: Readonly<Record<string, FeatureField>>;
  /** How far back its features may lie: the retention period of strikes, a day, or only now. */
  readonly reach: 'kept' | 'day' | 'now';
  /** The fields with the start and the end of its features; both are inclusive. */
  readonly time: readonly [start: string, end: string];
  /** Of whom its data is, if it is not that of the strikes alone. A simulated sky is nobody's. */
  readonly credit?: {
    readonly textWith: (strikes: string) => string;
    readonly disclaimer: { readonly href: string; readonly title: string };
  };
}

/** A feature and its place in the order of pages: by time, ties broken by id. */
export interface DatedFeature {
  readonly atMs: number;
  readonly feature: Feature;
}

/** Reads features of home. Each method rejects if D1 is unavailable. */
export interface HistoryReader {
  /** Further members of a page's response. */
  readContext(nowMs: number): Promise<Readonly<Record<string, unknown>>>;
  /** Newest first, as far back as a walk over about `walkRows` rows reaches. Without a box: all of home. */
  window(query: HistoryQuery & { readonly bbox: BBox | undefined }, walkRows: number): Promise<Looked<DatedFeature>>;
  byId(id: string): Promise<DatedFeature | undefined>;
}

/** A collection of what is stored by time beside the strikes. */
export interface HistoryCollection extends Collection {
  readonly cacheControl: string;
  readonly mostAPage: number;
  readonly open: (env: Env) => HistoryReader;
}
