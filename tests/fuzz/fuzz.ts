import { parseArgs } from 'node:util';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { beginRun, tableText } from '#tests/report/RunResult.ts';
import bundleOnce from '#tests/support/bundleOnce.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { fuzzApi, fuzzDecoders } from './fuzzApi.ts';
import { checkProperties } from './properties.ts';

const ASK_AGAIN_MS = 500;

/** Resolves once the service's status is good, and rejects when it is not within `patienceMs`. */
async function waitUntilLive(baseUrl: string, patienceMs = 30_000): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const answer = await fetch(baseUrl + apiPaths.status);
    await answer.arrayBuffer();
    if (answer.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
  throw new Error(`the feed was not live within ${patienceMs} ms`);
}

/** `npm run fuzz [-- --seed n --runs n --requests n]`: properties of the pure parts, then the API by its own document. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    runs: { type: 'string', default: '5000' },
    requests: { type: 'string', default: '5000' },
  },
});
const [seed, runs, requests] = [Number(values.seed), Number(values.runs), Number(values.requests)];
const tell = (line: string) => process.stdout.write(`${line}\n`);

const finish = beginRun('fuzz', `npm run fuzz -- --seed ${seed} --runs ${runs} --requests ${requests}`);
tell(`seed ${seed}; ${runs} runs a property …`);
const properties = await checkProperties(seed, runs);
await bundleOnce();
tell(`${requests} requests made from /api/v1/openapi.json …`);
const product = await startProduct();
await waitUntilLive(product.url);
const api = await fuzzApi(product.url, seed, requests);
tell('paths and headers that nobody sends who means well …');
const decoders = await fuzzDecoders(product.url, seed);
await product.close();

const rows = properties.map(({ name, runs: done, counterexample }) => [name, done, counterexample ?? 'pass']);
for (const [what, { requests: sent, byStatus, faults }] of Object.entries({
  API: api,
  'paths and headers': decoders,
})) {
  const statuses = Object.entries(byStatus).map(([status, count]) => `${count} × ${status}`);
  rows.push([`${what}: ${statuses.join(', ')}`, sent, faults.length === 0 ? 'pass' : `FAIL: ${faults.length}`]);
}
const table = { title: `npm run fuzz, seed ${seed}`, columns: ['property', 'runs', 'verdict'], rows };
const faults = [...api.faults, ...decoders.faults];
const pass = properties.every(({ counterexample }) => counterexample === undefined) && faults.length === 0;
tell(`\n${tableText(table)}`);
for (const fault of faults.slice(0, 20)) tell(`  ${fault}`);
tell(
  `${pass ? 'PASS' : `FAIL: again with --seed ${seed}`}; written to ${await finish({ pass, tables: [table], plots: [] })}`,
);
process.exit(pass ? 0 : 1);
