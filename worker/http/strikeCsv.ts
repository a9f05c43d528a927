import { csvField } from '#shared/http/csvField.ts';
import type { Strike, StrikeDetail } from '#shared/strike.ts';
import { isoMillis } from '#shared/time/isoTime.ts';

const DETAIL_HEAD = ',type,currentKa,multiplicity,semiMajorKm,semiMinorKm,azimuth';
const NO_DETAIL = DETAIL_HEAD.replace(/[^,]/g, '');

function detailCells(detail: StrikeDetail | undefined): string {
  if (!detail) return NO_DETAIL;
  const { type, currentKa, multiplicity, ellipse } = detail;
  const { semiMajorKm, semiMinorKm, azimuth } = ellipse ?? {};
  const cells = [type, currentKa, multiplicity, semiMajorKm, semiMinorKm, azimuth];
  return cells.map((cell) => `,${cell ?? ''}`).join('');
}

/** `detailed`: with columns for what only some sources tell. */
export function csvHead(detailed: boolean): string {
  return `id,latitude,longitude,timestamp${detailed ? DETAIL_HEAD : ''}\r\n`;
}

export function csvRows(strikes: readonly Strike[], detailed: boolean): string {
  const rows = strikes.map(
    (s) =>
      `${csvField(s.id)},${s.latitude},${s.longitude},${isoMillis(s.atMs)}${detailed ? detailCells(s.detail) : ''}\r\n`,
  );
  return rows.join('');
}
