import bundleOnce from '#tests/support/bundleOnce.ts';
import { runAudience } from './runAudience.ts';

/** `npm run audience [clients] [seconds]`: what an audience costs the provider, and how late strikes reach it. */
const clients = Number(process.argv[2] ?? 500);
const seconds = Number(process.argv[3] ?? 60);
const tell = (line: string) => process.stdout.write(`${line}\n`);

await bundleOnce();
const [one, many] = [await runAudience(1, seconds), await runAudience(clients, seconds)];
for (const figure of Object.keys(one) as (keyof typeof one)[]) {
  tell(`${figure.padEnd(18)} ${String(one[figure]).padStart(10)} ${String(many[figure]).padStart(10)}`);
}
const ratio = many.callsPerMinute / one.callsPerMinute;
const pass = ratio <= 1.05 && many.beyondPollP99Ms <= 500 && many.missing === 0;
tell(`calls a minute, ${clients} clients to 1: ${ratio.toFixed(3)} (at most 1.05)`);
tell(`${pass ? 'PASS' : 'FAIL'}: p99 beyond the poll interval ${many.beyondPollP99Ms} ms (at most 500)`);
process.exit(pass ? 0 : 1);
