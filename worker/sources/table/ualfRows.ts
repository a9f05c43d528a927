import { linesOf } from '#worker/outbound/readBounded.ts';
import type { RawStrike, TableRows } from './RawStrike.ts';

/**
 * Universal ASCII Lightning Format, version 2: tab-separated, without a header. Columns as satpy's reader names them
 * (https://github.com/pytroll/satpy/blob/main/satpy/readers/gld360_ualf2.py). What they mean as SMHI describes them,
 * to which that reader refers (https://opendata.smhi.se/apidocs/lightning/parameters.html): peak current in kA with its
 * sign, multiplicity 0 for a stroke, semi-axes in km of the ellipse that holds half of the strikes, its angle clockwise
 * from north, cloud indicator 1 within a cloud and 0 to the ground.
 */
const COLUMNS = 30;
const RECORD_TYPE = '2';
const AT = {
  record: 0,
  year: 2,
  latitude: 9,
  longitude: 10,
  currentKa: 13,
  multiplicity: 15,
  azimuth: 19,
  semiMajorKm: 20,
  semiMinorKm: 21,
  type: 26,
} as const;

export const UALF_FIELDS = { timeUnit: 'iso', type: { ground: ['0'], cloud: ['1'] }, id: undefined } as const;

/**
 * An empty text is a quiet sky: MET Norway's service sends one for minutes without lightning. A row of another number
 * of columns is unread, and a text of such rows alone is no UALF. A row that comes twice, alike in all columns down to
 * the nanosecond, is one strike. Of more than `mostRows` none is read.
 */
export function ualfRows(text: string, mostRows: number): TableRows {
  const rows: (readonly string[])[] = [];
  for (const line of linesOf(text)) {
    if (line.trim() === '') continue;
    if (rows.length === mostRows) return { oversized: `more than ${mostRows} rows` };
    // One field more than a row has shows as well as all of them that it is none.
    rows.push(withoutBreak(line).split('\t', COLUMNS + 1));
  }
  const last = rows.at(-1);
  if (last && !text.endsWith('\n') && (last.length !== COLUMNS || last.at(-1) === '')) {
    return { broken: 'the last row is cut off' };
  }
  const whole = rows.filter((row) => row.length === COLUMNS);
  if (rows.length > 0 && whole.length === 0) return { broken: `no row has ${COLUMNS} columns` };
  const different = [...new Map(whole.map((row) => [row.join('\t'), row])).values()];
  const known = different.filter((row) => row[AT.record] === RECORD_TYPE);
  return {
    raw: known.map(rawStrike),
    rows: rows.length,
    unread: [
      ...Array<string>(rows.length - whole.length).fill('other number of columns'),
      ...Array<string>(different.length - known.length).fill('other record type'),
    ],
  };
}

const withoutBreak = (line: string) =>
  line.slice(0, line.length - (line.endsWith('\r\n') ? 2 : line.endsWith('\n') ? 1 : 0));

function rawStrike(row: readonly string[]): RawStrike {
  const [year = '', month = '', day = '', hour = '', minute = '', second = '', nanosecond = ''] = row.slice(AT.year);
  const two = (text: string) => text.padStart(2, '0');
  const date = `${year}-${two(month)}-${two(day)}`;
  const { record: _, year: __, ...columns } = AT;
  return {
    ...Object.fromEntries(Object.entries(columns).map(([key, index]) => [key, row[index]])),
    // Nanoseconds are not padded: "51" is 51 ns and not 0.51 s.
    time: `${date}T${two(hour)}:${two(minute)}:${two(second)}.${nanosecond.padStart(9, '0')}Z`,
  };
}
