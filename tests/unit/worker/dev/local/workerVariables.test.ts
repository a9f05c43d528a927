import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { workerVariables } from '#worker/dev/local/localSettings.ts';

const { vars: DEFAULTS } = readConfig({ config: join(projectRoot, 'wrangler.toml') });
const given = (environment: Record<string, string>) =>
  workerVariables({ PATH: '/bin', ...environment }, DEFAULTS as Record<string, string>);

function refusalOf(name: string): string {
  try {
    given({ [name]: '1' });
    return '';
  } catch (error) {
    return String(error);
  }
}

describe('the Worker’s variables in the environment of npm start', () => {
  test('are passed on when wrangler.toml has them or they are secrets; empty ones are as good as none', () => {
    const bot = { TELEGRAM_API: 'http://127.0.0.1:9' };
    expect(given({ RELAY_MAX: '1', RELAY_MAX_STREAMS: '300', PROVIDER_TOKEN: 't', HISTORY_DAYS: '', ...bot })).toEqual({
      ...bot,
      RELAY_MAX: '1',
      RELAY_MAX_STREAMS: '300',
      PROVIDER_TOKEN: 't',
    });
    expect(given({})).toEqual({});
  });

  test.each([
    [{ PROVIDER_BASE_URL: 'junk' }, 'PROVIDER_BASE_URL must be a URL'],
    [{ PROVIDER_BASE_URL: 'ftp://a.net' }, 'PROVIDER_BASE_URL must be an http or https URL'],
    [{ RELAY_MAX_STREAMS: 'many' }, 'RELAY_MAX_STREAMS must be a number'],
    [{ PROVIDER_MAX_RPS: '900' }, 'PROVIDER_MAX_RPS must be between 0.05 and 200'],
    [{ HOME_BBOX: '1,2,3' }, 'HOME_BBOX must be west,south,east,north in degrees'],
  ])('%o is refused with the name and the rule', (environment, words) => {
    expect(() => given(environment as Record<string, string>)).toThrow(words);
  });

  test('are passed on if docs/operations.md names them and they begin like ours', () => {
    const chapters = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8').split('\n## ');
    const variables = chapters.find((chapter) => chapter.startsWith('Variables\n')) ?? '';
    const rows = variables.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) =>
      [...(row.split(' | ')[0] ?? '').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name),
    );
    const refused = named.filter((name) => refusalOf(name).includes('there is no such setting'));
    expect([named.includes('FIRMS_BASE_URL'), refused]).toEqual([true, []]);
  });

  test('an unknown one that begins like ours is refused by its name', () => {
    expect(() => given({ RELAY_MAX_STREAM: '300' })).toThrow(/^RELAY_MAX_STREAM: there is no such setting/);
  });
});
