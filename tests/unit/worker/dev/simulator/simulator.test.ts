import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pairs } from '#tests/support/pairs.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { parseRecording, readRecording, replayRecording } from '#worker/dev/simulator/simulatedSource.ts';

const ENTRY = join(projectRoot, 'worker/dev/simulator/main.ts');

function start(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [ENTRY], { env: { PATH: process.env.PATH, PORT: '0', ...env } });
}

async function urlOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no output');
  const [line] = await once(createInterface(child.stdout), 'line');
  return /^Simulated provider: (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1] ?? '';
}

describe('main', () => {
  const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
  test.each(SIGNALS)('leaves no open handle at %s, while one client hangs and another waits', async (signal) => {
    const child = start({});
    const url = await urlOf(child);
    const put = (errors: unknown) => fetch(`${url}/_simulator/faults`, { method: 'PUT', body: JSON.stringify(errors) });
    const open = async () => (await (await fetch(`${url}/_simulator/calls`)).json()).open;
    await put({ hangRate: 1 });
    const hanging = expect(fetch(`${url}/radar/api/v1/event/list`)).rejects.toThrow();
    await expect.poll(open).toBe(1);
    await put({ slowRate: 1, slowMs: 600_000 });
    const waiting = expect(fetch(`${url}/radar/api/v1/event/list`)).rejects.toThrow();
    await expect.poll(open).toBe(2);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    await Promise.all([hanging, waiting]);
  });

  test('replays the recording that the environment names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recording-'));
    const path = join(folder, 'one.csv');
    await writeFile(path, 'offset_ms,latitude,longitude\n6000,44,20\n');
    const child = start({ SIMULATOR_RECORDING: path, SIMULATOR_SPEED: '6', SIMULATOR_START: '2026-07-01T00:00:00Z' });
    const query = 'bbox=13,34,31,48&from=2026-07-01T00:00:00Z&to=2026-07-01T00:00:02Z';
    const { strikes } = await (await fetch(`${await urlOf(child)}/_simulator/truth?${query}`)).json();
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(folder, { recursive: true });
    expect(strikes[0]).toMatchObject({ latitude: 44, longitude: 20, atMs: Date.UTC(2026, 6, 1, 0, 0, 1) });
  });

  test('names a bad variable and ends with 1', async () => {
    const child = start({ SIMULATOR_SPEED: 'fast' });
    let text = '';
    child.stderr?.on('data', (chunk) => {
      text += chunk;
    });
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(text).toContain('SIMULATOR_SPEED');
  });
});

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
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'a.csv'), CSV);
    await writeFile(join(folder, 'a.csv.gz'), gzipSync(CSV));
    for (const name of ['a.csv', 'a.csv.gz'])
      expect(await readRecording(join(folder, name))).toEqual(parseRecording(CSV));
  });
});

describe('replayRecording', () => {
  const START_MS = Date.UTC(2026, 6, 1);
  const recording = parseRecording('offset_ms,latitude,longitude\n60,40.5,20.25\n600,41,21\n600,42,22\n6000,43,23\n');

  test('makes strike i happen at start + offset / speed', () => {
    const sky = replayRecording(recording, { startMs: START_MS, speed: 6, atEnd: 'end' });
    const strikes = sky.strikesBetween(START_MS, START_MS + 60_000);
    expect(strikes.map(({ atMs }) => atMs - START_MS)).toEqual([10, 100, 100, 1_000]);
    const places = strikes.map(({ latitude, longitude }) => [latitude, longitude]);
    expect(places).toEqual(pairs('40.5,20.25 41,21 42,22 43,23'));
    expect(new Set(strikes.map(({ id }) => id)).size).toBe(4);
  });

  test('holds nothing before its start nor, where it ends, after its end', () => {
    const sky = replayRecording(recording, { startMs: START_MS, speed: 6, atEnd: 'end' });
    expect(sky.strikesBetween(0, START_MS)).toEqual([]);
    expect(sky.strikesBetween(START_MS + 1_001, START_MS + 1e9)).toEqual([]);
  });

  test('loops with new ids, one second of the recording after its last strike', () => {
    const sky = replayRecording(recording, { startMs: START_MS, speed: 1, atEnd: 'loop' });
    const rounds = sky.strikesBetween(START_MS, START_MS + 14_000);
    expect(rounds.map(({ atMs }) => atMs - START_MS)).toEqual([60, 600, 600, 6000, 7060, 7600, 7600, 13_000]);
    expect(new Set(rounds.map(({ id }) => id)).size).toBe(8);
  });

  test('gives the same strikes for a window as for its two halves', () => {
    const sky = replayRecording(recording, { startMs: START_MS, speed: 2.5, atEnd: 'loop' });
    const at = fc.integer({ min: START_MS - 5_000, max: START_MS + 90 * 86_400_000 });
    const step = fc.integer({ min: 0, max: 30_000 });
    fc.assert(
      fc.property(at, step, step, (fromMs, firstMs, secondMs) => {
        const [middleMs, toMs] = [fromMs + firstMs, fromMs + firstMs + secondMs];
        const halves = [...sky.strikesBetween(fromMs, middleMs), ...sky.strikesBetween(middleMs, toMs)];
        expect(halves).toEqual(sky.strikesBetween(fromMs, toMs));
        expect(halves.every(({ atMs }) => atMs >= fromMs && atMs < toMs)).toBe(true);
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});
