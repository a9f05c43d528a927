import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pmtilesFile } from '#tests/support/pmtilesFile.ts';
import { type StartProcess, startProcess } from '#tests/support/startProcess.ts';
import { freePort, listenOnLoopback } from '#worker/dev/loopback.ts';
import { type Simulator, startSimulator } from '#worker/dev/simulator/startSimulator.ts';

const LAST_MINUTE = new URLSearchParams({
  from: new Date(Date.now() - 60_000).toISOString(),
  to: new Date().toISOString(),
});
const running: StartProcess[] = [];
let simulator: Simulator;
let stateDir: string;
const basemapFile = join(tmpdir(), `lightning-start-${process.pid}.pmtiles`);

function start(environment: Record<string, string>, ...args: string[]): StartProcess {
  const process = startProcess(
    { STATE_DIR: stateDir, PORT: '0', PROVIDER_BASE_URL: simulator.url, ...environment },
    ...args,
  );
  running.push(process);
  return process;
}

beforeAll(async () => {
  simulator = await startSimulator();
  await writeFile(basemapFile, await pmtilesFile(new Map([['0/0/0', Uint8Array.from([1])]])));
  stateDir = await mkdtemp(join(tmpdir(), 'lightning-start-'));
});

afterEach(async () => {
  for (const each of running.splice(0)) await each.kill();
});

afterAll(async () => {
  await simulator.close();
  await rm(stateDir, { recursive: true, force: true });
  await rm(basemapFile);
});

describe('npm start', () => {
  test.each([
    ['a setting out of range', { RELAY_MAX: '0' }, 'RELAY_MAX must be between 1 and 200'],
    [
      'a base map that is none',
      { BASEMAP: import.meta.filename },
      `BASEMAP: ${import.meta.filename} cannot be read as PMTiles: Wrong magic number`,
    ],
    [
      'a site built for other tiles',
      { BASEMAP: basemapFile },
      'dist/ was built to ask the tile host, but BASEMAP is set',
    ],
    ['a state that is a file', { STATE_DIR: join(import.meta.filename, 'a') }, 'start.test.ts/a cannot be used'],
  ])('ends at once with clear words on %s', async (_, environment, text) => {
    const { code, output } = await start(environment).ended();
    expect(output).toContain(text);
    expect(code).toBe(1);
  });

  test('names PORT when the port is in use', async () => {
    const { port, close } = await listenOnLoopback(0);
    const { code, output } = await start({ PORT: String(port) }).ended();
    await close();
    expect(output).toContain(`PORT ${port} is in use by another program. Choose another: PORT=${port + 1} npm start`);
    expect(code).toBe(1);
  });

  test('answers nothing before the database is migrated, refuses a second on its state, outlives kill -9', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const first = start({ PORT: String(port), HOME_BBOX: '20,40,21,41' });
    const results: number[] = [];
    let ready = false;
    const isReady = first.ready().then(() => (ready = true));
    while (!ready) {
      const response = await fetch(`${url}/api/v1/strikes?bbox=13,34,31,48&${LAST_MINUTE}`).catch(() => undefined);
      if (response) results.push(response.status);
      await Promise.race([isReady, new Promise(setImmediate)]);
    }
    expect(new Set(results)).toEqual(new Set([200]));
    await expect
      .poll(() => simulator.calls().recent[0]?.query ?? '', { timeout: 20_000 })
      .toContain('bbox=20%2C40%2C21%2C41');

    const second = await start({}).ended();
    expect(second.output).toContain(`STATE_DIR ${stateDir} is in use by process ${first.child.pid}, ${url}.`);
    expect(second.code).toBe(1);

    await first.kill('SIGKILL');
    const calls = simulator.calls().total;
    const third = start({ PORT: String(port) });
    expect(await third.ready()).toBe(url);
    const readyMs = Date.now();
    expect(third.output()).toMatch(/^Ended workerd \d+, which a killed npm start left running\.$/m);
    await expect.poll(() => simulator.calls().total, { timeout: 20_000 }).toBeGreaterThan(calls);
    expect(Date.now() - readyMs).toBeLessThan(10_000);
  }, 120_000);

  test('names a damaged database, and puts it aside when told to', async () => {
    const d1 = join(stateDir, 'v3/d1/miniflare-D1DatabaseObject');
    const name = (await readdir(d1)).find((file) => /^[0-9a-f]{64}\.sqlite$/.test(file)) ?? '';
    await writeFile(join(d1, name), 'this is not a database');
    for (const log of ['-wal', '-shm']) await rm(join(d1, `${name}${log}`), { force: true });
    const refused = await start({}).ended();
    expect(refused.output).toContain(`${join(d1, name)}: file is not a database`);
    expect(refused.output).toContain('npm start -- --move-corrupt-state');
    expect(refused.code).toBe(1);

    const moving = start({}, '--move-corrupt-state');
    const url = await moving.ready();
    const moved = /Moved 1 damaged file to (.+)/.exec(moving.output())?.[1] ?? '';
    expect(await readdir(join(moved, 'd1/miniflare-D1DatabaseObject'))).toContain(name);
    expect((await fetch(`${url}/api/v1/strikes?bbox=13,34,31,48&${LAST_MINUTE}`)).status).toBe(200);
  }, 120_000);
});
