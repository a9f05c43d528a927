import { type BBox, bboxContains, grownBox } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import { parseFileName } from './fileName.ts';
import { Lfl } from './lflVariables.ts';
import { belowCloudTop } from './parallax.ts';

/** The flashes of one file. A file that cannot be believed has none of these. */
export interface LflFlashes {
  /** Start of the observations as the file's name has it, `YYYYMMDDhhmmss`: numbers of flashes repeat, this does not. */
  readonly from: string;
  readonly flashes: readonly LflFlash[];
  /** One reason for each flash that was left out. */
  readonly skipped: readonly string[];
  /** What the file is made of was incomplete or misplaced: it proves no silence. */
  readonly isWarned: boolean;
}

export interface LflFlash {
  readonly flashId: number;
  readonly atMs: number;
  /** As observed, without regard to the height of the cloud. */
  readonly latitude: number;
  readonly longitude: number;
}

/** `flash_time` counts from here, UTC. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
/** Flashes begin up to 3.07 s before the file's first second. */
const SLACK_MS = 10_000;
/** From a cloud top to the satellite. */
const LIGHT_MS = 130;
/** More than the shift below a cloud top moves a flash of home. */
const SHIFT_DEGREES = 1;
const WARNINGS = ['l1b_missing_warning', 'l1b_geolocation_warning', 'l1b_radiometric_warning'];

/**
 * Reads a file of flashes (LFL) of Meteosat's Lightning Imager: netCDF 4, full disc, ten minutes at most. Flashes are
 * not filtered by `flash_filter_confidence`, whose meaning has changed.
 * @throws Error naming the variable, or the rule of files, that does not hold
 */
export function readLfl(bytes: Uint8Array, name: string): LflFlashes {
  const times = parseFileName(name);
  const from = /_L2PF_OPE_(\d{14})_/.exec(name)?.[1];
  if (!times || from === undefined) throw new Error('the name is not that of a file of flashes');
  const file = new Lfl(bytes, name);
  const seconds = file.numbers('flash_time', { units: /^seconds since 2000-01-01 00:00:00(\.0)?$/ });
  const { length } = seconds;
  const latitudes = file.numbers('latitude', { units: /^degrees_north$/, length, isScaled: true });
  const longitudes = file.numbers('longitude', { units: /^degrees_east$/, length, isScaled: true });
  const ids = file.numbers('flash_id', { length });

  const flashes: LflFlash[] = [];
  const skipped: string[] = [];
  for (let index = 0; index < length; index += 1) {
    const atMs = Math.round(EPOCH_MS + (seconds[index] ?? Number.NaN) * 1_000);
    const [latitude, longitude] = [latitudes[index] ?? Number.NaN, longitudes[index] ?? Number.NaN];
    const flashId = ids[index];
    if (!(atMs >= times.fromMs - SLACK_MS && atMs <= times.toMs + SLACK_MS)) skipped.push('bad flash_time');
    else if (!(Math.abs(latitude) <= 90)) skipped.push('bad latitude');
    else if (!(Math.abs(longitude) <= 180)) skipped.push('bad longitude');
    else if (flashId === undefined) skipped.push('bad flash_id');
    else flashes.push({ flashId, atMs, latitude, longitude });
  }
  return { from, flashes, skipped, isWarned: WARNINGS.some((warning) => file.flag(warning)) };
}

/** The flashes in `bbox` where they truly were: below a cloud top of usual height, and as much earlier as light travels. */
export function lflStrikes(
  { from, flashes, skipped }: LflFlashes,
  bbox: BBox,
): { readonly strikes: readonly Strike[]; readonly skipped: readonly string[] } {
  const wide = grownBox(bbox, SHIFT_DEGREES);
  const strikes = flashes
    .filter(({ longitude, latitude }) => bboxContains(wide, longitude, latitude))
    .map(({ flashId, atMs, latitude, longitude }) => ({
      id: `${from}-${flashId}`,
      atMs: atMs - LIGHT_MS,
      ...belowCloudTop({ latitude, longitude }),
    }))
    .filter(({ longitude, latitude }) => bboxContains(bbox, longitude, latitude));
  return { strikes, skipped };
}
