import type { Box } from './apiTypes.ts';

export type Where =
  | { readonly bbox: Box; readonly near?: undefined; readonly radiusKm?: undefined }
  | {
      readonly near: { readonly latitude: number; readonly longitude: number };
      /** Up to 100. */
      readonly radiusKm: number;
      readonly bbox?: undefined;
    };

/** A query of the past. `from` is inclusive, `to` exclusive; they are at most 31 days apart. */
export type Question = Where & {
  readonly from: Date | number;
  readonly to: Date | number;
  /** Strikes per page: up to 10,000, default 1,000. */
  readonly limit?: number;
};

const isoOf = (at: Date | number) => new Date(at).toISOString();

export const bboxText = ({ west, south, east, north }: Box) => `${west},${south},${east},${north}`;

export function pageQuery(question: Question): string {
  const { bbox, near, radiusKm, from, to, limit } = question;
  const query = new URLSearchParams({ from: isoOf(from), to: isoOf(to) });
  if (bbox) query.set('bbox', bboxText(bbox));
  if (near) query.set('near', `${near.latitude},${near.longitude}`);
  if (radiusKm !== undefined) query.set('radiusKm', String(radiusKm));
  if (limit !== undefined) query.set('limit', String(limit));
  return query.toString();
}
