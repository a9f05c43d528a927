import { bundleWorker } from '#worker/local/bundleWorker.ts';
import { projectRoot } from './projectRoot.ts';

/** Bundles the Worker before the first test that runs it. */
export default async function bundleOnce(): Promise<void> {
  await bundleWorker(projectRoot);
}
