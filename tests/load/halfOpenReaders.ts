import { execFileSync } from 'node:child_process';
import { runSlowReaders } from './stormLoad.ts';

/**
 * Half-open sockets, in a process with a separate network: readers connect from an address that then swallows every
 * packet sent to it, without a word to the sender. Reports to its parent.
 */
const VANISHING = '127.9.9.9';

const report = await runSlowReaders({
  stalledFrom: VANISHING,
  beforePublishing: () => {
    execFileSync('ip', ['route', 'add', 'blackhole', `${VANISHING}/32`, 'table', 'local']);
  },
});
process.send?.(report);
process.on('disconnect', () => process.exit());
