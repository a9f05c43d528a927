import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { hotTextsPlugin } from '#web/site/build/sourcePlugins.ts';

test('while `npm run dev` runs, a saved text goes to open pages, which are not loaded again', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'hot-texts-')));
  onTestFinished(() => rm(root, { recursive: true }));
  const text = join(root, 'i18n/bg/contact/index.ts');
  await mkdir(join(root, 'i18n/bg/contact'), { recursive: true });
  await writeFile(text, "export default { title: 'Контакт' };");
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [hotTextsPlugin()],
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  onTestFinished(() => server.close());
  // A text that is saved before the watcher knows the file is not a change to it.
  await expect.poll(() => server.watcher.getWatched()[dirname(text)], { timeout: 20_000 }).toContain(basename(text));
  const { client } = server.environments;
  await client.transformRequest('/i18n/bg/contact/index.ts');
  const sent = new Promise<unknown>((resolve) => {
    client.hot.send = resolve as typeof client.hot.send;
  });
  await writeFile(text, "export default { title: 'Пишете ни' };");
  expect(await sent).toEqual({
    type: 'custom',
    event: 'text-saved',
    data: { locale: 'bg', area: 'contact', url: expect.stringMatching(/^\/i18n\/bg\/contact\/index\.ts\?t=\d+$/) },
  });
});
