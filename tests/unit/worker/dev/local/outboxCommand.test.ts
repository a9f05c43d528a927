import { describe, expect, test } from 'vitest';
import { outboxCommand, outboxSql } from '#worker/dev/local/outboxCommand.ts';

const command = (...args: string[]) => outboxCommand(args, '/state');

describe('npm run admin -- outbox', () => {
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

  test('erases by an address, in whose statement no sign of the address stands', () => {
    const erase = command('erase', "o'brien@Mail.bg", '--remote', '--env', 'production');
    expect(erase.action).toEqual({ kind: 'erase', email: "o'brien@Mail.bg" });
    expect(outboxSql(erase)).toMatch(/^DELETE FROM outbox WHERE /);
    expect(outboxSql(erase)).not.toContain("o'brien");
  });

  test.each([
    [['retry']],
    [['retry', "x' OR 1=1 --"]],
    [['retry', '%']],
    [['show', '0a1b2c3']],
    [['drop']],
    [['erase']],
    [['erase', 'nobody']],
    [['erase', "x' OR 1=1 --@b.c"]],
    [['erase', 'a@b.c', 'd@e.f']],
    [['retry', '0a1b2c3d', 'more']],
    [['--remote']],
    [['--env', 'production']],
    [['--remote', '--env']],
    [['--remote', '--env', 'elsewhere']],
  ])('refuses %j with the usage', (args) => {
    expect(() => command(...args)).toThrow(/usage: npm run admin -- outbox/);
  });
});
