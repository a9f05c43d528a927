import { readFile } from 'node:fs/promises';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import type { Figure } from '#tests/bench/Figure.ts';
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
    const row = { group: 'watch', kind: 'count' } as const;
    return [
      {
        group: 'watch',
        name: `Web Push: encrypting and signing one message, of ${count}`,
        unit: 'ms',
        ours: (ms - idle.ms) / count,
        kind: 'across processes',
        budget: { of: 'ours', most: 1 },
        shortBudget: { of: 'ours', most: 3 },
      },
      { ...row, name: 'Web Push: bytes of a body', unit: 'B', ours: bytes, budget: { of: 'ours', most: 2_744 } },
    ];
  } finally {
    await miniflare.dispose();
  }
}
