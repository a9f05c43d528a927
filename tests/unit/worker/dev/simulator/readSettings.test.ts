import { describe, expect, test } from 'vitest';
import { readSettings } from '#worker/dev/simulator/startSimulatorFromEnvironment.ts';

describe('readSettings', () => {
  test('needs nothing', () => {
    expect(readSettings({})).toEqual({
      ok: true,
      value: { port: 8790, seed: 1, scene: 'demo', speed: 1, printMessages: false },
    });
  });

  test('reads every variable', () => {
    const env = {
      PORT: '0',
      SIMULATOR_SEED: '7',
      SIMULATOR_SCENE: 'storms',
      SIMULATOR_RECORDING: 'day.csv.gz',
      SIMULATOR_SPEED: '6',
      SIMULATOR_START: '2026-07-01T00:00:00Z',
      SIMULATOR_PRINT_MESSAGES: '1',
    };
    expect(readSettings(env)).toEqual({
      ok: true,
      value: {
        port: 0,
        seed: 7,
        scene: 'storms',
        recordingPath: 'day.csv.gz',
        speed: 6,
        startMs: Date.UTC(2026, 6, 1),
        printMessages: true,
      },
    });
  });

  test.each([
    ['PORT', '99999'],
    ['PORT', 'x'],
    ['SIMULATOR_SEED', '1.5'],
    ['SIMULATOR_SPEED', '0'],
    ['SIMULATOR_SPEED', 'fast'],
    ['SIMULATOR_START', 'today'],
    ['SIMULATOR_SCENE', 'calm'],
  ])('names the variable at fault: %s=%s', (name, value) => {
    expect(readSettings({ [name]: value })).toMatchObject({ ok: false, fault: expect.stringContaining(name) });
  });
});
