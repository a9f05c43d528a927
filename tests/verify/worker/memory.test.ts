import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownWorkerd, residentBytes } from '#tests/bench/processFigures.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { startRuntime } from '#worker/dev/local/startRuntime.ts';
import { listenOnLoopback } from '#worker/dev/loopback.ts';

const CALLS = 3_000;
/** 13,600 were measured without the flags that `startRuntime` sets, and 50 with them. */
const MOST_BYTES_A_CALL = 3_000;

/** A Feed that does nothing but call its provider. */
const SCRIPT = `
import { DurableObject } from 'cloudflare:workers';
export class Relay extends DurableObject {}
export class Feed extends DurableObject {
  async call(times) {
    for (let call = 0; call < times; call += 1) await (await fetch(this.env.PROVIDER_BASE_URL)).text();
  }
}
export default { fetch: () => new Response('ok') };
`;

test('what calls to the provider leave behind in workerd is collected', async () => {
  const provider = await listenOnLoopback(0, (_, response) => response.end('x'.repeat(2_000)));
  // Beside the bundle of the other tests: a module lies within the project.
  const script = join(projectRoot, '.wrangler/test-bundle/calls.js');
  await writeFile(script, SCRIPT);
  const vars = { PROVIDER_BASE_URL: `${provider.url}/` };
  const runtime = await startRuntime({ root: projectRoot, script, port: 0, stateDir: undefined, vars });
  const namespace = await runtime.miniflare.getDurableObjectNamespace('FEED');
  const feed = namespace.getByName('feed') as unknown as { call(times: number): Promise<void> };
  await feed.call(CALLS);
  const before = residentBytes(ownWorkerd());
  await feed.call(CALLS);
  const bytesACall = (residentBytes(ownWorkerd()) - before) / CALLS;
  await runtime.close();
  await provider.close();
  process.stdout.write(`${Math.round(bytesACall)} bytes a call\n`);
  expect(bytesACall).toBeLessThan(MOST_BYTES_A_CALL);
});
