import { percentile } from '#tests/load/percentile.ts';
import { type CostlyBody, costlyBodies } from '#tests/support/contact/hostileContactBodies.ts';
import { messageText } from '#worker/contact/outbox.ts';
import { parseFormBody, parseJsonBody } from '#worker/routes/closed/contact.ts';
import { type Figure, timeAtMost } from './Figure.ts';

/** All that a body costs the Worker before anything is asked of a limiter or a database. */
async function judge({ type, text }: CostlyBody): Promise<void> {
  const body = type === 'json' ? parseJsonBody(text) : await parseFormBody(text);
  if (body.ok) messageText(body.request.id, body.request);
}

/** The kernel counts CPU in ticks of some milliseconds, so a single run measures nothing. */
const REPEATS = 20;

async function cpuMs(work: () => Promise<void>): Promise<number> {
  const before = process.threadCpuUsage();
  for (let run = 0; run < REPEATS; run += 1) await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / REPEATS;
}

/** Milliseconds of CPU that the costliest of the hostile contact bodies takes: the median of its `rounds`. */
export async function contactFigures(rounds: number, tell: (line: string) => void): Promise<Figure[]> {
  const costs: { readonly name: string; readonly ms: number }[] = [];
  for (const body of costlyBodies()) {
    const spent: number[] = [];
    for (let round = 0; round < rounds; round += 1) spent.push(await cpuMs(() => judge(body)));
    costs.push({ name: body.name, ms: percentile(spent, 50) });
  }
  costs.sort((a, b) => b.ms - a.ms);
  for (const { name, ms } of costs.slice(0, 3)) tell(`  ${ms.toFixed(2)} ms  ${name}`);
  const name = `costliest of ${costs.length} hostile bodies`;
  return [{ group: 'contact', name, unit: 'ms CPU', ours: costs[0]?.ms ?? Number.NaN, ...timeAtMost(5) }];
}
