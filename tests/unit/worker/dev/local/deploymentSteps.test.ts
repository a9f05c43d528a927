import { describe, expect, test } from 'vitest';
import {
  type DeployCommand,
  deployCommand,
  deploymentSteps,
  stepEnvironment,
} from '#worker/dev/local/deployment/deploymentSteps.ts';

const VARS = { PUBLIC_ORIGIN: 'https://lightning.bg', HOME_BBOX: '13,34,31,48' };
const AROUND = {
  PATH: '/bin',
  CLOUDFLARE_API_TOKEN: 'secret',
  CF_API_KEY: 'secret',
  PUBLIC_ORIGIN: 'https://other.bg',
};

const parts: DeployCommand['part'][] = ['all', 'prepare', 'upload'];
const lines = (part: DeployCommand['part']) =>
  deploymentSteps({ environment: 'production', part }).map(({ tool, args }) => [tool, ...args].join(' '));

describe('a deployment', () => {
  test('is named by its environment, in one part or in CI’s two', () => {
    expect(deployCommand(['staging'])).toEqual({ environment: 'staging', part: 'all' });
    expect(deployCommand(['production', '--prepare'])).toEqual({ environment: 'production', part: 'prepare' });
    expect(deployCommand(['production', '--upload'])).toEqual({ environment: 'production', part: 'upload' });
  });

  test.each([[[]], [['local']], [['production', '--force']], [['production', '--upload', 'x']]])(
    'is refused for %j',
    (args) => expect(deployCommand(args)).toBeUndefined(),
  );

  test('checks first, then builds for its address and looks at that, migrates, and uploads last', () => {
    expect(lines('all')).toEqual([
      'tests/run.ts verify',
      expect.stringContaining('vite.js build'),
      'tests/run.ts site',
      expect.stringContaining('d1 migrations apply DB --remote --env production'),
      expect.stringContaining('d1 migrations apply OUTBOX_DB --remote --env production'),
      expect.stringContaining('wrangler.js deploy --env production'),
    ]);
    expect([...lines('prepare'), ...lines('upload')]).toEqual(lines('all').slice(1));
  });

  test.each(parts)('shows the token to nothing but Cloudflare’s tool: %s', (part) => {
    for (const step of deploymentSteps({ environment: 'production', part })) {
      const seen = Object.keys(stepEnvironment(step, AROUND, VARS));
      expect(seen.some((name) => /^(CLOUDFLARE|CF)_/.test(name))).toBe(step.tool.includes('wrangler'));
    }
    expect(deploymentSteps({ environment: 'production', part: 'prepare' }).some((step) => step.withToken)).toBe(false);
  });

  test('builds the site for the tiles of wrangler.toml, and tests without them', () => {
    const steps = deploymentSteps({ environment: 'production', part: 'all' });
    const vars = { ...VARS, BASEMAP: 'own.pmtiles' };
    const named = steps.map((step) => stepEnvironment(step, { ...AROUND, BASEMAP: '/else' }, vars).BASEMAP);
    expect(named.slice(0, 3)).toEqual([undefined, 'own.pmtiles', 'own.pmtiles']);
  });

  test('builds the site with the address of wrangler.toml, whatever the shell says, and tests without it', () => {
    const origins = deploymentSteps({ environment: 'production', part: 'all' }).map(
      (step) => stepEnvironment(step, AROUND, VARS).PUBLIC_ORIGIN,
    );
    expect(origins.slice(0, 3)).toEqual([undefined, VARS.PUBLIC_ORIGIN, VARS.PUBLIC_ORIGIN]);
    for (const step of deploymentSteps({ environment: 'production', part: 'all' })) {
      expect(stepEnvironment(step, AROUND, VARS)).not.toHaveProperty('HOME_BBOX');
    }
  });
});
