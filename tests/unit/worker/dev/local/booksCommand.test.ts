import { describe, expect, test } from 'vitest';
import { askSql, BOOKS_USAGE, booksCommand, booksText } from '#worker/dev/local/booksCommand.ts';

const ID = '0123456789abcdef0123456789abcdef';
const command = (...args: string[]) => booksCommand(args, '/state');

describe('npm run books', () => {
  test('lists by size unless it is told otherwise, here or at a deployment by its name', () => {
    const local = ['--local', '--persist-to', '/state'];
    expect(command()).toEqual({ order: { kind: 'list', by: 'size' }, target: local });
    expect(command('network').order).toEqual({ kind: 'list', by: 'network' });
    expect(command('age', '--remote', '--env', 'staging').target).toEqual(['--remote', '--env', 'staging']);
    expect(command('end', ID.toUpperCase()).order).toEqual({ kind: 'end', book: ID });
    expect(askSql(command().order, 'x', 7)).toMatch(
      /^INSERT INTO book_order \(.*\) VALUES \('x', CAST\(X'[0-9a-f]+' AS TEXT\), 7\)$/,
    );
  });

  test.each([
    [['drop']],
    [['end']],
    [['end', '0123']],
    [['end', `${ID}'`]],
    [['size', 'x']],
    [['end', ID, 'x']],
    [['--remote']],
  ])('says what is wrong with %j, and how it is called', (args) => {
    expect(() => command(...args)).toThrow(BOOKS_USAGE);
  });

  test('lists the books of all objects in one order, with the share that their network has', () => {
    const book = { recipients: 1, lines: 5, networkAreas: 3, createdMs: 0, seenMs: 0 };
    const shard = { books: 1, areas: 3, mostAreas: 10, madeToday: 0, booksADay: 5 };
    const shards = [
      { ...shard, shard: '0', listed: [{ ...book, id: 'small', areas: 1, network: '' }] },
      { ...shard, shard: '1', areas: 10, listed: [{ ...book, id: 'large', areas: 3, network: 'abcdef0123456789' }] },
    ];
    const lines = booksText({ kind: 'list', by: 'size' }, { shards }).split('\n');
    expect(lines).toContain('Full: 1');
    expect(lines.slice(-3)).toEqual([
      expect.stringMatching(
        /^large {2}3 areas, .* network abcdef01: 30.0 % of its object {2}made 1970-01-01T00:00:00Z/,
      ),
      expect.stringMatching(/^small {2}1 areas, .* network unknown: 30.0 %/),
      '2 in all',
    ]);
    expect(() => booksText({ kind: 'end', book: ID }, { ended: false })).toThrow('There is no such book.');
  });
});
