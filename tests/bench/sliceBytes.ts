import { gzipSync } from 'node:zlib';
import { formatTile, tileAt } from '#shared/geo/tile.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { hourKey } from '#shared/time/hourKey.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { readRecording } from '#worker/dev/simulator/sky/replayRecording.ts';

/** `npm run slice-bytes -- RECORDING`: what the slices of a recording weigh on their way to a browser. */

const SLICE_ZOOM = 4;
const path = process.argv[2];
if (path === undefined) throw new Error('name a recording: npm run slice-bytes -- day.csv.gz');
const { offsetsMs, latitudes, longitudes } = await readRecording(path);
const slices = new Map<string, NumberedStrike[]>();
offsetsMs.forEach((atMs, index) => {
  const [latitude, longitude] = [latitudes[index] ?? 0, longitudes[index] ?? 0];
  const name = `${formatTile(tileAt(longitude, latitude, SLICE_ZOOM))} ${hourKey(atMs)}`;
  const slice = slices.get(name) ?? [];
  slices.set(name, slice);
  slice.push({ id: '', ordinal: index + 1, latitude, longitude, atMs });
});
let bytes = 0;
for (const strikes of slices.values()) {
  bytes += gzipSync(
    encodeStrikeSlice({ seq: strikes.length, beyondRetention: false, columns: strikesToColumns(strikes) }),
  ).length;
}
const each = (bytes / offsetsMs.length).toFixed(2);
process.stdout.write(
  `${offsetsMs.length} strikes in ${slices.size} slices, ${Math.round(bytes / 1000)} kB, ${each} B each\n`,
);
