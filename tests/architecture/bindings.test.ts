import { expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { runWrangler } from '#worker/dev/local/wrangler.ts';

test('the types of the bindings are those of wrangler.toml: else run `npx wrangler types` as their first line says', async () => {
  const { code, output, faults } = await runWrangler(projectRoot, 'types', '--check');
  expect(code, output + faults).toBe(0);
}, 60_000);
