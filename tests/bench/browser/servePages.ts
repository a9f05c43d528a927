import { join } from 'node:path';
import { build, preview } from 'vite';
import { projectRoot } from '#tests/support/projectRoot.ts';

const ROOT = join(import.meta.dirname, 'pages');
const OUT = join(projectRoot, '.cache/bench-pages');
/** An isolated page's clock has steps of 5 µs; any other's, of 100. */
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

export interface ServedPages {
  readonly url: string;
  close(): Promise<void>;
}

/** Builds and serves the pages beside this file; `answers` are JSON texts by path. */
export async function servePages(answers: Readonly<Record<string, string>>): Promise<ServedPages> {
  const input = ['store.html', 'naive.html'].map((name) => join(ROOT, name));
  const shared = { configFile: false, root: ROOT, logLevel: 'error' } as const;
  await build({
    ...shared,
    worker: { format: 'es' },
    build: { outDir: OUT, emptyOutDir: true, target: 'esnext', rolldownOptions: { input } },
  });
  const server = await preview({
    ...shared,
    build: { outDir: OUT },
    preview: { host: '127.0.0.1', port: 0, headers: ISOLATED },
    plugins: [
      {
        name: 'answers',
        configurePreviewServer: ({ middlewares }) => {
          middlewares.use((request, response, next) => {
            const answer = answers[request.url ?? ''];
            if (answer === undefined) return next();
            response.setHeader('content-type', 'application/json');
            response.end(answer);
          });
        },
      },
    ],
  });
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}
