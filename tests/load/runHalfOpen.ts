import { canMakeWorlds, endProcess, nextMessage, spawnModule } from '#tests/support/spawnModule.ts';
import type { SlowReadersReport } from './runSlowReaders.ts';

/** Readers beside others whose network vanished; undefined where this system has no network namespaces of ours. */
export async function runHalfOpen(): Promise<SlowReadersReport | undefined> {
  if (!canMakeWorlds()) return undefined;
  const child = spawnModule(import.meta.url, './halfOpenReaders.ts', { kind: 'net', arrange: 'ip link set lo up' });
  try {
    return await nextMessage<SlowReadersReport>(child);
  } finally {
    await endProcess(child);
  }
}
