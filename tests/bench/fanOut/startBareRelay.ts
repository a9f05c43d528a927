import { ownWorkerd } from '#tests/bench/processFigures.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { bundleWorker } from '#worker/dev/local/buildProduct.ts';
import { startRuntime } from '#worker/dev/local/startRuntime.ts';
import { publishedFrame, type Target } from './Target.ts';

/** Bundles the Worker of `startBareRelay`. Once a run is enough. */
export function bundleBareRelay(): Promise<string> {
  return bundleWorker(projectRoot, 'bare-relay-bundle', 'tests/bench/fanOut/bareRelayWorker.ts');
}

/** The bare relay on workerd, set up as the product's is and given the very frames that the product's makes. */
export async function startBareRelay(script: string): Promise<Target> {
  const runtime = await startRuntime({ root: projectRoot, script, port: 0, stateDir: undefined, bare: true, vars: {} });
  const namespace = await runtime.miniflare.getDurableObjectNamespace('RELAY');
  const relay = namespace.getByName('relay');
  let seq = 0;
  return {
    pid: ownWorkerd(),
    // Where the product's is: any other path would be looked for among the assets.
    url: `${runtime.url}/api/v1/live`,
    publish: async (count) => {
      const body = publishedFrame(seq, count);
      seq += count;
      const response = await relay.fetch('http://relay/', { method: 'POST', body });
      await response.arrayBuffer();
    },
    close: () => runtime.close(),
  };
}
