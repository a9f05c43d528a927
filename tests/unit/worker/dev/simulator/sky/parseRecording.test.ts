import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseRecording, readRecording } from '#worker/dev/simulator/sky/replayRecording.ts';

const CSV = 'offset_ms,latitude,longitude\r\n69,40.3542,20.34377\r\n704,44.21992,25.84342\r\n';

describe('parseRecording', () => {
  test('reads offsets in milliseconds and positions in degrees', () => {
    expect(parseRecording(CSV)).toEqual({
      offsetsMs: Float64Array.of(69, 704),
      latitudes: Float64Array.of(40.3542, 44.21992),
      longitudes: Float64Array.of(20.34377, 25.84342),
    });
  });

  test.each([
    ['another header', 'time,lat,lon\n1,2,3', 'line 1'],
    ['no rows', 'offset_ms,latitude,longitude\n', 'line 2'],
    ['a missing field', 'offset_ms,latitude,longitude\n1,2', 'line 2'],
    ['a surplus field', 'offset_ms,latitude,longitude\n1,2,3,4', 'line 2'],
    ['a word', 'offset_ms,latitude,longitude\n1,2,3\n2,north,3', 'line 3'],
    ['a place off the earth', 'offset_ms,latitude,longitude\n1,91,3', 'line 2'],
    ['time that goes back', 'offset_ms,latitude,longitude\n5,2,3\n4,2,3', 'line 3'],
  ])('names the line at fault: %s', (_, csv, line) => {
    expect(() => parseRecording(csv)).toThrow(line);
  });

  test('comes out of a file the same, plain or gzipped', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recording-'));
    try {
      await writeFile(join(folder, 'a.csv'), CSV);
      await writeFile(join(folder, 'a.csv.gz'), gzipSync(CSV));
      expect(await readRecording(join(folder, 'a.csv'))).toEqual(parseRecording(CSV));
      expect(await readRecording(join(folder, 'a.csv.gz'))).toEqual(parseRecording(CSV));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
