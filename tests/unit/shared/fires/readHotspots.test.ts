import { describe, expect, test } from 'vitest';
import { readHotspots } from '#shared/fires/readHotspots.ts';

const NOW_MS = Date.UTC(2026, 7, 1);

const VIIRS_FILE =
  'latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,confidence,version,bright_ti5,frp,daynight';
const VIIRS_ROW = '41.73123,23.12345,331.2,0.39,0.36,2026-07-20,0048,N20,nominal,2.0NRT,289.7,3.4,N';
const VIIRS_AREA =
  'latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_ti5,frp,daynight';
const MODIS_FILE =
  'latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,confidence,version,bright_t31,frp,daynight';

const viirs = (...rows: string[]) => readHotspots(`${[VIIRS_FILE, ...rows].join('\n')}\n`, 'noaa-20', NOW_MS);
const only = (reading: ReturnType<typeof readHotspots>) => {
  expect(reading.kind).toBe('rows');
  return reading.kind === 'rows' ? reading.hotspots[0] : undefined;
};

describe('rows of FIRMS', () => {
  test('a row of a file of VIIRS is read by the names of its columns', () => {
    expect(viirs(VIIRS_ROW)).toEqual({
      kind: 'rows',
      hotspots: [
        {
          ...{ satellite: 'noaa-20', latitude: 41.73123, longitude: 23.12345, scanKm: 0.39, trackKm: 0.36 },
          ...{ kelvin4: 331.2, kelvin11: 289.7, frpMw: 3.4, confidence: 'nominal', isDay: false },
          atMs: Date.UTC(2026, 6, 20, 0, 48),
        },
      ],
      newestMs: Date.UTC(2026, 6, 20, 0, 48),
      skipped: [],
    });
  });

  test('the area API has another column, unpadded times and letters for words, and means the same', () => {
    const row = '41.73123,23.12345,331.2,0.39,0.36,2026-07-20,48,N20,VIIRS,n,2.0NRT,289.7,3.4,N';
    expect(readHotspots(`${VIIRS_AREA}\n${row}\n`, 'noaa-20', NOW_MS)).toEqual(viirs(VIIRS_ROW));
  });

  test('columns in any order, with others between them, mean the same', () => {
    const titles = VIIRS_FILE.split(',');
    const fields = VIIRS_ROW.split(',');
    const turned = [[...titles, 'type'].reverse(), [...fields, '0'].reverse()].map((row) => row.join(','));
    expect(readHotspots(turned.join('\r\n'), 'noaa-20', NOW_MS)).toEqual(viirs(VIIRS_ROW));
  });

  test.each([
    ['0', 'low'],
    ['29', 'low'],
    ['30', 'nominal'],
    ['79', 'nominal'],
    ['80', 'high'],
    ['100', 'high'],
  ])('MODIS has other names for its temperatures, and %s percent of confidence are %s', (percent, confidence) => {
    const row = `38.1,21.5,315.4,1.2,1.1,2026-07-20,1003,Terra,${percent},6.1NRT,298.2,12.5,D`;
    const read = only(readHotspots(`${MODIS_FILE}\n${row}\n`, 'modis', NOW_MS));
    expect(read).toMatchObject({ satellite: 'modis', kelvin4: 315.4, kelvin11: 298.2, confidence, isDay: true });
  });

  test.each([
    ['2026-07-20', '7', Date.UTC(2026, 6, 20, 0, 7)],
    ['2026-07-20', '0', Date.UTC(2026, 6, 20)],
    ['2026-07-20', '0000', Date.UTC(2026, 6, 20)],
    ['2026-07-20', '2359', Date.UTC(2026, 6, 20, 23, 59)],
    ['2024-02-29', '0959', Date.UTC(2024, 1, 29, 9, 59)],
  ])('%s and acq_time %s are one instant in UTC', (day, time, atMs) => {
    expect(only(viirs(VIIRS_ROW.replace('2026-07-20,0048', `${day},${time}`)))?.atMs).toBe(atMs);
  });

  test.each([
    ['41.73123', '91', 'latitude must be degrees, -90 to 90'],
    ['331.2', '0', 'bright_ti4 must be a temperature in kelvin, 150 to 2000'],
    ['0.39', '40', 'scan must be the side of a pixel in km, 0.1 to 5'],
    ['2026-07-20', '2026-02-29', 'acq_date must be a day of the calendar, YYYY-MM-DD'],
    ['0048', '0061', 'acq_time must be hour and minute in UTC, 0 to 2359'],
    ['0048', '2400', 'acq_time must be hour and minute in UTC, 0 to 2359'],
    ['nominal', '55', 'confidence must be low, nominal, high or their first letter'],
    ['3.4', 'much', 'frp must be a power in megawatts'],
    [',N', ',X', 'daynight must be D or N'],
    ['2026-07-20', '2026-08-02', 'acq_date must not lie in the future'],
    [',3.4', '', 'must have 13 columns as the header'],
  ])('a row with %s as %s is left out, with its column and rule', (from, to, rule) => {
    const bad = VIIRS_ROW.slice(0, -2) + VIIRS_ROW.slice(-2);
    const at = from === ',N' ? bad.lastIndexOf(from) : bad.indexOf(from);
    const broken = bad.slice(0, at) + to + bad.slice(at + from.length);
    expect(viirs(VIIRS_ROW, broken)).toMatchObject({ kind: 'rows', skipped: [`row 2: ${rule}`] });
  });
});

describe('answers that hold no fires are told apart', () => {
  const text = `${VIIRS_FILE}\n${VIIRS_ROW}\n`;
  test.each([
    ['columns and no row', `${VIIRS_FILE}\n`, { kind: 'no-rows' }],
    ['a page for people', '<!DOCTYPE html><html><body>Service Unavailable</body></html>', { kind: 'html' }],
    ['a key that is refused, or has used up its share', 'Invalid MAP_KEY.', { kind: 'key-refused' }],
    ['nothing', '', { kind: 'wrong-columns', reason: 'no header' }],
    ['open quotes', `${text}"`, { kind: 'wrong-columns', reason: 'quotes are left open or misplaced' }],
    [
      'more rows than any file has',
      `${VIIRS_FILE}\n${'1\n'.repeat(100_001)}`,
      { kind: 'oversized', reason: 'more than 100000 rows' },
    ],
    [
      'a row of more fields than any has',
      `${text}${','.repeat(100)}\n`,
      { kind: 'oversized', reason: 'a row has more than 100 fields' },
    ],
    ['a file that breaks off', text.slice(0, -12), { kind: 'cut-off' }],
    [
      'a column by another name',
      text.replace('acq_time', 'time'),
      { kind: 'wrong-columns', reason: 'the header lacks the column acq_time' },
    ],
    [
      'columns that do not hold what they are called',
      text.replace('latitude,longitude', 'longitude,latitude').replace('41.73123', '141.73123').replace('23.1', '92.1'),
      { kind: 'wrong-columns', reason: 'row 1: latitude must be degrees, -90 to 90' },
    ],
  ])('%s', (_, answer, reading) => {
    expect(readHotspots(answer, 'noaa-20', NOW_MS)).toEqual(reading);
  });

  test('of many bad rows a hundred are told by themselves, the others counted', () => {
    const reading = readHotspots(`${text}${'1\n'.repeat(5_000)}`, 'noaa-20', NOW_MS);
    const skipped = reading.kind === 'rows' ? reading.skipped : [];
    expect([skipped.length, new Set(skipped).size]).toEqual([5_000, 101]);
  });

  test('a file of VIIRS is none of MODIS', () => {
    expect(readHotspots(text, 'modis', NOW_MS)).toEqual({
      kind: 'wrong-columns',
      reason: 'the header lacks the column brightness',
    });
  });
});
