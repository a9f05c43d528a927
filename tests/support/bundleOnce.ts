import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { STATE_FOLDER } from '#worker/dev/local/adoptState.ts';
import { bundleWorker } from '#worker/dev/local/buildProduct.ts';
import { migrateStoredDatabases } from '#worker/dev/local/databases.ts';
import { projectRoot } from './projectRoot.ts';

/** What a product's state begins with: databases that are migrated and empty. */
export const FIRST_STATE = join(projectRoot, '.wrangler/test-state');

/** Bundles the Worker that tests run, the product's with objects that can be killed, and makes its first state. */
export default async function bundleOnce(): Promise<void> {
  await rm(FIRST_STATE, { recursive: true, force: true });
  await Promise.all([
    bundleWorker(projectRoot, 'test-bundle', 'tests/isolate/mortalWorker.ts'),
    migrateStoredDatabases(join(FIRST_STATE, STATE_FOLDER), projectRoot),
  ]);
}
