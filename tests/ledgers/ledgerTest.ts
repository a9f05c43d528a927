import { test } from 'vitest';
import { withLedger } from './testEnv.ts';

/** A test of a Feed's ledger, over the storage of a Feed that nobody else knows. */
export const ledgerTest = (title: string, work: Parameters<typeof withLedger<void>>[0]): void =>
  test(title, () => withLedger(work));
