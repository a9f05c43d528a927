import { bundleWorker } from '#worker/dev/local/buildProduct.ts';
import { projectRoot } from './projectRoot.ts';

/** Bundles the Worker that tests run: the product's, with objects that can be killed. */
export default async function bundleOnce(): Promise<void> {
  await bundleWorker(projectRoot, 'test-bundle', 'tests/isolate/mortalWorker.ts');
}
