import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { commandList } from '#worker/dev/local/runNamed.ts';

test('a list of commands has one line for each', () => {
  const none = async () => undefined;
  expect(commandList('tools', { bench: ['figures', none], 'first-strikes': ['when they are seen', none] })).toBe(
    'usage: npm run tools -- COMMAND …\n\n  bench          figures\n  first-strikes  when they are seen',
  );
});

test('npm run has twelve scripts, and no text names another', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const names = 'start dev build test verify format i18n deploy admin tools house simulator'.split(' ');
  expect(Object.keys(scripts)).toEqual(names);
  // What is gone is named in the changelog.
  const found = execFileSync('git', ['grep', '-hoE', '`npm run [a-z][a-z0-9-]*', '--', '.', ':!CHANGELOG.md'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  const named = new Set(
    found
      .split('\n')
      .filter(Boolean)
      .map((words) => words.slice('`npm run '.length)),
  );
  expect([...named].filter((name) => !names.includes(name))).toEqual([]);
});
