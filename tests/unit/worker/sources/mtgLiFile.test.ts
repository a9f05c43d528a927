import * as fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, test, vi } from 'vitest';
import { HOME_BOX } from '#shared/geo/BBox.ts';
import { bearingDegrees, distanceKm } from '#shared/geo/geodesy.ts';
import { type LflContents, type LflFault, writeLfl } from '#worker/dev/fakes/writeLfl.ts';
import { belowCloudTop, lflStrikes, parseFileName, readLfl, unzipBody } from '#worker/sources/mtgLiFile.ts';

const FROM_MS = Date.UTC(2026, 9, 29, 12, 50, 3);
const TO_MS = FROM_MS + 600_000;
const nameOf = (part: string, cycle = '0078', times = '20261029125003_20261029130003', letter = 'O') =>
  `W_XX-EUMETSAT-Darmstadt,IMG+SAT,MTI1+LI-2-LFL--FD--CHK-${part}--ARC-NC4E_C_EUMT_20261029130020_L2PF_OPE_${times}_N__${letter}_${cycle}_0001.nc`;
const BODY = nameOf('BODY');

const flash = (flashId: number, afterMs: number, latitude = 42.7, longitude = 23.3) => {
  return { flashId, atMs: FROM_MS + afterMs, latitude, longitude };
};
const fileOf = (changes: Partial<LflContents> = {}) =>
  writeLfl({ fromMs: FROM_MS, toMs: TO_MS, flashes: [flash(7, 1_500), flash(8, -3_070)], ...changes });

describe('a file of flashes', () => {
  test.each(['plain', 'gzip'] as const)('is read, %s, with times and places as they were observed', async (form) => {
    const { from, flashes, skipped, isWarned } = readLfl(await fileOf({ form }), BODY);
    expect([from, skipped, isWarned]).toEqual(['20261029125003', [], false]);
    expect(flashes.map(({ flashId, atMs }) => [flashId, atMs])).toEqual([
      [7, FROM_MS + 1_500],
      // It began before the file, as up to 3.07 s are usual.
      [8, FROM_MS - 3_070],
    ]);
    expect(flashes[0]?.latitude).toBeCloseTo(42.7, 2);
    expect(flashes[0]?.longitude).toBeCloseTo(23.3, 2);
  });

  test('whatever flashes it is given, it gives back within the step of its places', async () => {
    const degrees = fc.double({ min: -80, max: 80, noNaN: true });
    const afterMs = fc.integer({ min: -3_000, max: 600_000 });
    const one = fc.tuple(fc.nat(4_000_000_000), afterMs, degrees, degrees);
    const any = fc.array(one, { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(any, fc.constantFrom('plain' as const, 'gzip' as const), async (sampled, form) => {
        const flashes = sampled.map((one) => flash(...one));
        const read = readLfl(await fileOf({ flashes, form }), BODY).flashes;
        const report = (list: typeof flashes) => list.map(({ flashId, atMs }) => [flashId, atMs]);
        expect(report([...read])).toEqual(report(flashes));
        for (const [index, { latitude, longitude }] of read.entries()) {
          expect(Math.abs(latitude - (flashes[index]?.latitude ?? 0))).toBeLessThan(0.002);
          expect(Math.abs(longitude - (flashes[index]?.longitude ?? 0))).toBeLessThan(0.002);
        }
      }),
      { numRuns: 10 },
    );
  });

  test.each<[LflFault, string]>([
    ['no-scale', 'latitude: tells no scale'],
    ['nine-attributes', 'latitude: has other units than are known'],
    ['units', 'flash_time: has other units than are known'],
    ['unequal', 'longitude: has another length than flash_time'],
    ['missing', 'flash_id: is missing'],
    ['too-many', 'flash_time: has more than 200000 values'],
    ['layout', 'flash_time: its layout or filter cannot be read'],
    ['filter', 'flash_time: its layout or filter cannot be read'],
    ['large-chunks', 'l1b_missing_warning: has chunks of more than 200000 values'],
    ['more-chunks', 'flash_time: has more chunks than its length takes'],
    ['longer-chunks', 'flash_time: its layout or filter cannot be read'],
    ['end', 'the file is not as long as it says'],
    ['cut', 'the file is not as long as it says'],
  ])('with the fault %s is refused: %s', async (error, text) => {
    const bytes = await fileOf({ fault: error });
    expect(() => readLfl(bytes, BODY)).toThrow(text);
  });

  test('is read or refused, never anything else, whatever bytes of it are others', async () => {
    const flashes = Array.from({ length: 300 }, (_, index) => flash(index, index));
    const written = { plain: await fileOf({ flashes }), gzip: await fileOf({ flashes, form: 'gzip' }) };
    // The reader tells of attributes that it does not know.
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const changes = fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 127, 255)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom('plain' as const, 'gzip' as const), changes, (form, changed) => {
        const bytes = written[form].slice();
        // Behind the superblock, which says the length.
        for (const [at, byte] of changed) bytes[48 + (at % (bytes.length - 48))] = byte;
        try {
          readLfl(bytes, BODY);
        } catch (error) {
          expect((error as Error).message).toMatch(/^(the file|flash_|latitude|longitude|l1b_)\w*: /);
        }
      }),
      { numRuns: 500, seed: 42 },
    );
    warn.mockRestore();
  });

  test('that is none is refused, and so is another name', async () => {
    const bytes = await fileOf();
    expect(() => readLfl(new TextEncoder().encode('<html>maintenance</html>'), BODY)).toThrow('no netCDF 4');
    expect(() => readLfl(new Uint8Array(9 * 1024 * 1024), BODY)).toThrow('exceeds');
    expect(() => readLfl(bytes, 'flashes.nc')).toThrow('the name');
  });

  test.each(['plain', 'gzip'] as const)('without a flash is read, %s', async (form) => {
    const { flashes, skipped } = readLfl(await fileOf({ flashes: [], form }), BODY);
    expect([flashes, skipped]).toEqual([[], []]);
  });

  test('says that what it is made of was incomplete', async () => {
    expect(readLfl(await fileOf({ fault: 'warned' }), BODY).isWarned).toBe(true);
  });

  test('loses only the flash whose time or place cannot be', async () => {
    const odd = [flash(2, 86_400_000), flash(3, 0, Number.NaN), flash(4, 0, 42, Number.NaN), flash(5, 0, -88.4)];
    const { flashes, skipped } = readLfl(await fileOf({ flashes: [flash(1, 0), ...odd, flash(6, 0, 42, 23)] }), BODY);
    expect(flashes.map(({ flashId }) => flashId)).toEqual([1, 5, 6]);
    expect(skipped).toEqual(['bad flash_time', 'bad latitude', 'bad longitude']);
  });
});

describe('flashes as strikes', () => {
  test('have ids that no other file has, though numbers begin again after an outage', async () => {
    const one = readLfl(await fileOf(), BODY);
    const other = readLfl(await fileOf(), nameOf('BODY', '0079', '20261029124903_20261029130003'));
    const ids = [one, other].flatMap((read) => lflStrikes(read, HOME_BOX).strikes.map(({ id }) => id));
    expect(new Set(ids).size).toBe(4);
    expect(ids[0]).toBe('20261029125003-7');
  });

  test('lie below the cloud top, and are as much earlier as light travels', async () => {
    const { strikes } = lflStrikes(readLfl(await fileOf({ flashes: [flash(1, 0)] }), BODY), HOME_BOX);
    expect(strikes[0]?.atMs).toBe(FROM_MS - 130);
    const away = distanceKm({ latitude: 42.7, longitude: 23.3 }, strikes[0] ?? { latitude: 0, longitude: 0 });
    expect(away).toBeGreaterThan(15);
    expect(away).toBeLessThan(16);
  });

  test('are those of the box, after the shift', async () => {
    const flashes = [flash(1, 0), flash(2, 0, 48.1, 23.3), flash(3, 0, -10, 23.3)];
    const { strikes } = lflStrikes(readLfl(await fileOf({ flashes }), BODY), HOME_BOX);
    expect(strikes.map(({ id }) => id)).toEqual(['20261029125003-1', '20261029125003-2']);
  });

  test.each([
    ['southwest', 34, 13, 10, 22],
    ['northeast', 48, 31, 21, 39],
  ])('appear too far out in the %s of home: %i° N %i° E by %i km, towards %i°', (_, latitude, longitude, km, to) => {
    const seen = { latitude, longitude };
    const under = belowCloudTop(seen);
    expect(Math.round(distanceKm(seen, under))).toBe(km);
    expect(Math.round(bearingDegrees(under, seen))).toBe(to);
  });
});

describe('the name of a file', () => {
  test('tells its times and its slot', () => {
    const slot = { fromMs: FROM_MS, toMs: TO_MS, slotMs: Date.UTC(2026, 9, 29, 12, 50) };
    expect(parseFileName(BODY)).toEqual({ part: 'BODY', createdMs: Date.UTC(2026, 9, 29, 13, 0, 20), ...slot });
  });

  test.each([
    ['the short file after a hole', '0087', '20261029142543_20261029143003', Date.UTC(2026, 9, 29, 14, 20)],
    ['the last of a day', '0144', '20261029235003_20261030000003', Date.UTC(2026, 9, 29, 23, 50)],
    ['the first of a day', '0001', '20261030000003_20261030001003', Date.UTC(2026, 9, 30)],
  ])('%s belongs to its slot', (_, cycle, times, slotMs) => {
    expect(parseFileName(nameOf('BODY', cycle, times))?.slotMs).toBe(slotMs);
  });

  test('has a letter that makes no other slot', () => {
    const slots = ['T', 'C', 'O'].map((letter) => parseFileName(nameOf('BODY', undefined, undefined, letter))?.slotMs);
    expect(new Set(slots).size).toBe(1);
  });

  test.each([
    'flashes.nc',
    nameOf('BODY', '0145'),
    nameOf('BODY', '0000'),
    nameOf('BODY', '0078', '20261329125003_20261029130003'),
  ])('%s is none', (name) => expect(parseFileName(name)).toBeUndefined());
});

describe('the zip of a product', () => {
  test('holds the body of flashes, though its trailer ends in .nc too', async () => {
    const others = { [nameOf('TRAIL')]: Uint8Array.of(1), 'quicklooks/a.png': Uint8Array.of(2) };
    const zip = zipSync({ ...others, [BODY]: Uint8Array.of(3, 4) });
    expect([...(await unzipBody(zip))]).toEqual([3, 4]);
  });

  test('is read where a comment ends it', async () => {
    const comment = new TextEncoder().encode('made by a proxy');
    const zip = Uint8Array.of(...zipSync({ [BODY]: Uint8Array.of(3, 4) }), ...comment);
    zip[zip.length - comment.length - 2] = comment.length;
    expect([...(await unzipBody(zip))]).toEqual([3, 4]);
  });

  test('without a body, cut short, or with a wrong CRC is refused', async () => {
    const zip = zipSync({ [BODY]: Uint8Array.from({ length: 1_000 }, (_, index) => index) });
    await expect(unzipBody(zipSync({ [nameOf('TRAIL')]: Uint8Array.of(1) }))).rejects.toThrow('no CHK-BODY');
    await expect(unzipBody(zip.subarray(0, 300))).rejects.toThrow('cannot be unpacked');
    const view = new DataView(zip.buffer, zip.byteOffset);
    const directory = view.getUint32(zip.length - 6, true);
    view.setUint32(directory + 16, view.getUint32(directory + 16, true) ^ 1, true);
    await expect(unzipBody(zip)).rejects.toThrow('CRC');
  });

  test('a body that would unpack to more than 8 MB is not unpacked, nor one to more than the zip says', async () => {
    const zip = zipSync({ [BODY]: new Uint8Array(9 * 1024 * 1024) });
    await expect(unzipBody(zip)).rejects.toThrow('exceeds');
    const view = new DataView(zip.buffer, zip.byteOffset);
    view.setUint32(view.getUint32(zip.length - 6, true) + 24, 1_000, true);
    await expect(unzipBody(zip)).rejects.toThrow('the zip cannot be unpacked');
  });
});
