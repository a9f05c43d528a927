import { type BBox, bboxContains } from '#shared/geo/BBox.ts';

/** So many rows without a place are kept, for whoever says what is wrong with them. */
const MOST_PLACELESS = 5;
/** Of a text that is no table of places: enough to see what it is. */
const MOST_LINES = 50;

/**
 * The part of a CSV of FIRMS that concerns a box, as it comes: the header, the rows in the box, the newest row wherever it
 * lies, rows whose place cannot be read, and a last line that breaks off. So a file of which little is wanted is never held.
 */
export async function sieveRows(lines: AsyncIterable<string>, box: BBox): Promise<string> {
  let header: string | undefined;
  let placeOf: ((cells: readonly string[]) => readonly [longitude: number, latitude: number]) | undefined;
  let instantOf = (_: readonly string[]) => '';
  let [newest, newestLine] = ['', ''];
  let placeless = 0;
  const kept: string[] = [];
  for await (const line of lines) {
    const cells = line.split(',').map((cell) => cell.trim());
    if (header === undefined) {
      header = line;
      const columnOf = (title: string) => cells.findIndex((cell) => cell.toLowerCase() === title);
      const [latitude, longitude, day, time] = ['latitude', 'longitude', 'acq_date', 'acq_time'].map(columnOf) as [
        number,
        number,
        number,
        number,
      ];
      if (latitude >= 0 && longitude >= 0) {
        placeOf = (row) => [Number.parseFloat(row[longitude] ?? ''), Number.parseFloat(row[latitude] ?? '')];
      }
      instantOf = (row) => `${row[day] ?? ''} ${(row[time] ?? '').padStart(4, '0')}`;
    } else if (!placeOf) {
      if (kept.length < MOST_LINES) kept.push(line);
    } else {
      const [longitude, latitude] = placeOf(cells);
      const isPlaceless = Number.isNaN(longitude) || Number.isNaN(latitude);
      if (isPlaceless) placeless += 1;
      const instant = instantOf(cells);
      if (
        !line.endsWith('\n') ||
        (isPlaceless ? placeless <= MOST_PLACELESS : bboxContains(box, longitude, latitude))
      ) {
        kept.push(line);
      } else if (!isPlaceless && instant > newest) {
        [newest, newestLine] = [instant, line];
      }
    }
  }
  return [header ?? '', newestLine, ...kept].join('');
}
