import bundleOnce from '#tests/support/bundleOnce.ts';
import { runCompleteness } from './runCompleteness.ts';

/** `npm run completeness [seconds]`: prints whether a client got every strike of a storm, whatever failed meanwhile. */
const seconds = Number(process.argv[2] ?? 180);
const tell = (line: string) => process.stdout.write(`${line}\n`);

await bundleOnce();
const report = await runCompleteness(seconds, tell);
for (const [figure, value] of Object.entries(report)) tell(`${figure.padEnd(24)} ${value}`);
const whole = report.missing === 0 && report.doubled === 0 && report.invented === 0;
tell(whole ? 'PASS: every strike once' : 'FAIL');
process.exit(whole ? 0 : 1);
