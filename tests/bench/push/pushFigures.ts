import { readFile } from 'node:fs/promises';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { countAtMost, type Figure, timeAtMost } from '#tests/bench/Figure.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { bundleWorker } from '#worker/dev/local/buildProduct.ts';

const WARM_UP = 50;

/** What one Web Push message costs workerd: encrypted for a browser, signed, and as long as every other. */
export async function pushFigures(count: number): Promise<Figure[]> {
  const path = await bundleWorker(projectRoot, 'push-bundle', 'tests/bench/push/pushWorker.ts');
  const modules = [{ type: 'ESModule' as const, path, contents: await readFile(path, 'utf8') }];
  const compatibilityDate = '2026-10-23';
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ workers: [{ name: 'push', modules, modulesRoot: projectRoot, compatibilityDate }] }),
  );
  const make = async (messages: number) => {
    const startMs = performance.now();
    const response = await miniflare.dispatchFetch(`http://push/?count=${messages}`);
    const { bytes } = (await response.json()) as { bytes: number };
    return { bytes, ms: performance.now() - startMs };
  };
  try {
    await make(WARM_UP);
    const idle = await make(0);
    const { bytes, ms } = await make(count);
    const name = `Web Push: encrypting and signing one message, of ${count}`;
    return [
      { group: 'watch', name, unit: 'ms', ours: (ms - idle.ms) / count, ...timeAtMost(1, 3) },
      { group: 'watch', name: 'Web Push: bytes of a body', unit: 'B', ours: bytes, ...countAtMost(2_744) },
    ];
  } finally {
    await miniflare.dispose();
  }
}
