import { csvRow } from '#shared/csv.ts';
import { DETAIL_COLUMNS, type Strike } from '#shared/strike.ts';
import { isoMillis } from '#shared/time.ts';

const HEAD = ['id', 'latitude', 'longitude', 'timestamp'];

/** `detailed`: with columns that only some sources report. */
export function csvHead(detailed: boolean): string {
  return `${csvRow(detailed ? [...HEAD, ...DETAIL_COLUMNS.map(({ name }) => name)] : HEAD)}\r\n`;
}

export function csvRows(strikes: readonly Strike[], detailed: boolean): string {
  const rows = strikes.map(({ id, latitude, longitude, atMs, detail }) => {
    const cells = [id, latitude, longitude, isoMillis(atMs)];
    return `${csvRow(detailed ? [...cells, ...DETAIL_COLUMNS.map(({ of }) => detail && of(detail))] : cells)}\r\n`;
  });
  return rows.join('');
}
