import { describe, expect, test } from 'vitest';
import { outboxCommand, outboxSql } from '#worker/local/outboxCommand.ts';

const command = (...args: string[]) => outboxCommand(args, '/state');

describe('npm run outbox', () => {
  test("lists this machine's messages unless it is told otherwise", () => {
    expect(command()).toEqual({ action: { kind: 'list' }, target: ['--local', '--persist-to', '/state'] });
    expect(outboxSql(command())).toContain("state <> 'delivered'");
  });

  test('asks a deployment by its name', () => {
    expect(command('--remote', '--env', 'production').target).toEqual(['--remote', '--env', 'production']);
    expect(command('retry', '0a1b2c3d', '--env', 'staging', '--remote')).toEqual({
      action: { kind: 'retry', id: '0a1b2c3d' },
      target: ['--remote', '--env', 'staging'],
    });
  });

  test('knows a message by its id and by the short id under it', () => {
    expect(command('show', '#0A1B2C3D').action).toEqual({ kind: 'show', id: '0a1b2c3d' });
    const id = '0a1b2c3d-1111-4222-8333-444455556666';
    expect(outboxSql(command('retry', id))).toContain(`id LIKE '${id}%' AND state <> 'delivered'`);
  });

  test.each([
    [['retry']],
    [['retry', "x' OR 1=1 --"]],
    [['retry', '%']],
    [['show', '0a1b2c3']],
    [['drop']],
    [['retry', '0a1b2c3d', 'more']],
    [['--remote']],
    [['--env', 'production']],
    [['--remote', '--env']],
    [['--remote', '--env', 'elsewhere']],
  ])('refuses %j with the usage', (args) => {
    expect(() => command(...args)).toThrow(/usage: npm run outbox/);
  });
});
