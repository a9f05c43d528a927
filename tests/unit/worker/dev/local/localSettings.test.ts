import { expect, test } from 'vitest';
import { localSettings } from '#worker/dev/local/localSettings.ts';

test('the ports and the state directory of npm start have defaults', () => {
  expect(localSettings({}, '/site')).toEqual({ port: 8787, simulatorPort: 0, stateDir: '/site/.wrangler/state' });
  expect(localSettings({ PORT: '0', SIMULATOR_PORT: '9', STATE_DIR: '/anywhere/a' }, '/site')).toEqual({
    port: 0,
    simulatorPort: 9,
    stateDir: '/anywhere/a',
  });
});

test.each([
  ['PORT', '70000'],
  ['PORT', 'web'],
  ['SIMULATOR_PORT', '-1'],
])('%s=%s is refused with the name and the rule', (name, value) => {
  expect(() => localSettings({ [name]: value }, '/site')).toThrow(`${name} must be 0 to 65535, not "${value}"`);
});
