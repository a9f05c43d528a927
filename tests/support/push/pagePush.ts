import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { projectRoot } from '#tests/support/projectRoot.ts';
import type { renewSubscription, subscribeToPush } from '#web/tools/watch/push/subscribeToPush.ts';

/** The page's part of Web Push, as a script that sets `globalThis.pagePush`. */
export async function pagePushScript(): Promise<string> {
  const built = await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry: join(projectRoot, 'web/tools/watch/push/subscribeToPush.ts'), formats: ['iife'], name: 'pagePush' },
    },
  });
  const [output] = built as unknown as Rolldown.RolldownOutput[];
  const [{ code } = { code: '' }] = output?.output ?? [];
  return `${code}\nglobalThis.pagePush = pagePush;`;
}

export interface PagePush {
  readonly subscribeToPush: typeof subscribeToPush;
  readonly renewSubscription: typeof renewSubscription;
}
