import { csvRow } from '#shared/csv.ts';
import type { Strike, StrikeDetail } from '#shared/strike.ts';
import { isoMillis } from '#shared/time.ts';

const HEAD = ['id', 'latitude', 'longitude', 'timestamp'];
const DETAIL_HEAD = ['type', 'currentKa', 'multiplicity', 'semiMajorKm', 'semiMinorKm', 'azimuth'];

function detailCells({ type, currentKa, multiplicity, ellipse }: StrikeDetail) {
  const { semiMajorKm, semiMinorKm, azimuth } = ellipse ?? {};
  return [type, currentKa, multiplicity, semiMajorKm, semiMinorKm, azimuth];
}

/** `detailed`: with columns that only some sources report. */
export function csvHead(detailed: boolean): string {
  return `${csvRow(detailed ? [...HEAD, ...DETAIL_HEAD] : HEAD)}\r\n`;
}

export function csvRows(strikes: readonly Strike[], detailed: boolean): string {
  const rows = strikes.map(({ id, latitude, longitude, atMs, detail }) => {
    const cells = [id, latitude, longitude, isoMillis(atMs)];
    return `${csvRow(detailed ? [...cells, ...detailCells(detail ?? {})] : cells)}\r\n`;
  });
  return rows.join('');
}
