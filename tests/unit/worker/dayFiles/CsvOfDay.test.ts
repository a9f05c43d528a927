import { gunzipSync, strFromU8 } from 'fflate';
import { expect, test } from 'vitest';
import { numberedStrikes } from '#tests/support/numberedStrikes.ts';
import { CsvOfDay } from '#worker/dayFiles/CsvOfDay.ts';

async function packed(...pieces: ReturnType<typeof numberedStrikes>[]): Promise<Uint8Array> {
  const csv = new CsvOfDay();
  for (const piece of pieces) csv.add(piece);
  return await csv.finish();
}

test('a day as CSV has a column for all that a source may tell, and is the same file for the same strikes', async () => {
  const [first, second] = [numberedStrikes(1, 500), numberedStrikes(501, 500)];
  const file = await packed(first, second);
  expect(file).toEqual(await packed(first, second));
  const lines = strFromU8(gunzipSync(file)).split('\r\n');
  expect(lines).toHaveLength(1_002);
  expect(lines[0]).toBe('id,latitude,longitude,timestamp,type,currentKa,multiplicity,semiMajorKm,semiMinorKm,azimuth');
  expect(lines[1]).toBe('strike-1,42.7,23.3,2026-07-01T12:00:01.000Z,,,,,,');
  expect(strFromU8(gunzipSync(await packed()))).toBe(`${lines[0]}\r\n`);
});
