import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';

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
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'leaves no open handle at %s, even while one client hangs and another waits',
    async (signal) => {
      const child = start({});
      const url = await urlOf(child);
      const put = (faults: unknown) =>
        fetch(`${url}/_simulator/faults`, { method: 'PUT', body: JSON.stringify(faults) });
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
    },
  );

  test('replays the recording that the environment names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recording-'));
    const path = join(folder, 'one.csv');
    await writeFile(path, 'offset_ms,latitude,longitude\n6000,44,20\n');
    const child = start({
      SIMULATOR_RECORDING: path,
      SIMULATOR_SPEED: '6',
      SIMULATOR_START: '2026-07-01T00:00:00Z',
    });
    const query = 'bbox=13,34,31,48&from=2026-07-01T00:00:00Z&to=2026-07-01T00:00:02Z';
    const { strikes } = await (await fetch(`${await urlOf(child)}/_simulator/truth?${query}`)).json();
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(folder, { recursive: true });
    expect(strikes[0]).toMatchObject({ latitude: 44, longitude: 20, atMs: Date.UTC(2026, 6, 1, 0, 0, 1) });
  });

  test('names a bad variable and ends with 1', async () => {
    const child = start({ SIMULATOR_SPEED: 'fast' });
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(said).toContain('SIMULATOR_SPEED');
  });
});
