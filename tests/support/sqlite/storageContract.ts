import { beforeEach, describe, expect, test } from 'vitest';
import { type Database, freshDatabase } from './countedDatabase.ts';

type Row = Record<string, unknown>;

interface Cursor extends Iterable<Row> {
  readonly columnNames: readonly string[];
  next(): { done?: boolean; value?: Row | undefined };
  toArray(): Row[];
  one(): Row;
  raw(): { toArray(): unknown[][] };
}

/** What the Worker uses of a Durable Object's storage. */
export interface Storage {
  readonly sql: { exec(sql: string, ...values: readonly unknown[]): Cursor };
  readonly kv: { get(key: string): unknown; put(key: string, value: unknown): void; delete(key: string): boolean };
  transactionSync<Result>(work: () => Result): Result;
}

interface Run extends Awaited<ReturnType<ReturnType<Database['prepare']>['run']>> {
  readonly success: boolean;
  readonly meta: { readonly rows_read: number; readonly changes: number; readonly last_row_id: number };
}

export interface D1 extends Database {
  prepare(sql: string): ReturnType<Database['prepare']> & { raw(): Promise<unknown[][]> };
}

const TABLES = `
CREATE TABLE item (a INTEGER PRIMARY KEY, b TEXT UNIQUE, c REAL NOT NULL DEFAULT 1.5, d BLOB, CHECK (a < 1000));
CREATE TABLE whole (x INTEGER NOT NULL) STRICT;
CREATE TABLE part (a INTEGER REFERENCES item (a));
`;
const BYTES = [1, 2, 255];
const VALUES = 'SELECT typeof(?) a, typeof(?) b, typeof(?) c, typeof(?) d, typeof(?) e';
const TYPES = { a: 'real', b: 'real', c: 'text', d: 'null', e: 'blob' };
const NUMBERS = 'SELECT 9007199254740993 a, 9223372036854775807 b, 3.0 c, 7 / 2 d, 1 = 1 e';
const ROUNDED = { a: 2 ** 53, b: 2 ** 63, c: 3, d: 3, e: 1 };
const marks = (count: number) => `SELECT 1 IN (${Array(count).fill('?')}) a`;
const ones = (count: number) => Array<number>(count).fill(1);
const quote = (length: number) => `SELECT '${'x'.repeat(length)}' IS NULL a`;

/** Statements that are refused, with what the platform says. */
const REFUSED: readonly (readonly [sql: string, says: string, ...values: unknown[]])[] = [
  [
    "INSERT INTO item (b) VALUES ('x')",
    'UNIQUE constraint failed: item.b: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_UNIQUE)',
  ],
  [
    'INSERT INTO item (a) VALUES (1)',
    'UNIQUE constraint failed: item.a: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_PRIMARYKEY)',
  ],
  [
    'INSERT INTO item (c) VALUES (NULL)',
    'NOT NULL constraint failed: item.c: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_NOTNULL)',
  ],
  [
    'INSERT INTO item (a) VALUES (3000)',
    'CHECK constraint failed: a < 1000: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_CHECK)',
  ],
  [
    'INSERT INTO part VALUES (77)',
    'FOREIGN KEY constraint failed: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_FOREIGNKEY)',
  ],
  ['INSERT INTO whole VALUES (?)', 'cannot store REAL value in INTEGER column whole.x: SQLITE_CONSTRAINT', 5.5],
  ["INSERT INTO item (a) VALUES ('abc')", 'datatype mismatch: SQLITE_MISMATCH'],
  ['SELECT * FROM missing', 'no such table: missing: SQLITE_ERROR'],
  ['SELEC 1', 'near "SELEC": syntax error'],
  ['SELECT ?, ?', 'Wrong number of parameter bindings', 1],
  ['SELECT ?', 'Wrong number of parameter bindings', 1, 2],
  [marks(101), 'too many SQL variables', ...ones(101)],
  [quote(100_000), 'statement too long'],
  [Array(6).fill('SELECT 1').join(' UNION ALL '), 'too many terms in compound SELECT'],
  [`SELECT ${Array(101).fill('1')}`, 'too many columns in result set'],
  [`SELECT max(${Array(128).fill('1')})`, 'too many arguments on function max'],
  [`SELECT ${Array(101).fill('1').join('+')}`, 'Expression tree is too large (maximum depth 100)'],
  [`SELECT 'a' LIKE '${'x'.repeat(51)}'`, 'LIKE or GLOB pattern too complex'],
  ['BEGIN', 'To execute a transaction, please use the'],
  ['SAVEPOINT mine', 'To execute a transaction, please use the'],
];

/** Statements at the limits, which are not refused. */
const ACCEPTED: readonly (readonly [sql: string, ...values: unknown[]])[] = [
  [marks(100), ...ones(100)],
  [quote(99_000)],
  [Array(5).fill('SELECT 1').join(' UNION ALL ')],
  [`SELECT count(*) FROM (VALUES ${Array(600).fill('(1)')})`],
  [`SELECT max(${Array(127).fill('1')})`],
  [`SELECT 'a' LIKE '${'x'.repeat(50)}'`],
];

/** A Durable Object's storage, as workerd has it and as its double in Node does. */
export function storageContract(withStorage: (work: (storage: Storage) => void) => Promise<void>): void {
  const checks = (title: string, work: (exec: Storage['sql']['exec'], storage: Storage) => void) =>
    test(title, () =>
      withStorage((storage) => {
        const { sql } = storage;
        const exec: typeof sql.exec = (...call) => sql.exec(...call);
        exec(TABLES);
        exec("INSERT INTO item (a, b) VALUES (1, 'x')");
        work(exec, storage);
      }),
    );

  describe('a Durable Object’s storage', () => {
    checks('takes numbers as real, and gives integers as the nearest number', (exec) => {
      expect(exec(VALUES, 1, 1.5, 'x', null, new Uint8Array(BYTES).buffer).one()).toEqual(TYPES);
      expect(exec('SELECT ?1 v, typeof(?1) t', undefined).one()).toEqual({ v: null, t: 'null' });
      expect(exec('SELECT typeof(?1) t', Number.NaN).one()).toEqual({ t: 'null' });
      expect(exec('SELECT ?1 v, typeof(?1) t', true).one()).toEqual({ v: 'true', t: 'text' });
      expect(() => exec('SELECT ?', 10n)).toThrow(TypeError);
      expect(exec(NUMBERS).one()).toEqual(ROUNDED);
      expect(exec('INSERT INTO whole VALUES (?) RETURNING x, typeof(x) t', 5).one()).toEqual({ x: 5, t: 'integer' });
    });

    checks('gives blobs as ArrayBuffer', (exec) => {
      const { a, b } = exec("SELECT ? a, x'' b", new Uint8Array(BYTES)).one() as { a: ArrayBuffer; b: ArrayBuffer };
      expect([a instanceof ArrayBuffer, [...new Uint8Array(a)], b.byteLength]).toEqual([true, BYTES, 0]);
    });

    checks('gives rows one by one, all at once, and as lists of values', (exec) => {
      const two = 'SELECT 1 a UNION SELECT 2';
      const cursor = exec('SELECT 1 a');
      expect([cursor.next(), cursor.next()]).toEqual([{ done: false, value: { a: 1 } }, { done: true }]);
      expect([...exec(two)]).toEqual([{ a: 1 }, { a: 2 }]);
      const read = exec(two);
      expect([read.toArray(), read.toArray()]).toEqual([[{ a: 1 }, { a: 2 }], []]);
      expect(exec('SELECT 1 a, 2 a').raw().toArray()).toEqual([[1, 2]]);
      const named = exec('SELECT 1 a, 2 AS "b c", 3');
      expect([named.columnNames, named.toArray()]).toEqual([['a', 'b c', '3'], [{ a: 1, 'b c': 2, 3: 3 }]]);
      expect(() => exec(`${two} LIMIT 0`).one()).toThrow('Expected exactly one result from SQL query, but got no');
      expect(() => exec(two).one()).toThrow('Expected exactly one result from SQL query, but got multiple');
    });

    checks('runs a script, whose last statement takes the values and answers', (exec) => {
      expect(
        exec("INSERT INTO item (b) VALUES (';'); SELECT b, ? v FROM item WHERE a = 2 -- ; and no more", 5).one(),
      ).toEqual({
        b: ';',
        v: 5,
      });
      expect(() => exec('-- nothing')).toThrow('SQL code did not contain a statement.');
      expect(exec('SELECT "x" a').one()).toEqual({ a: 'x' });
      expect(exec('INSERT INTO whole VALUES (1), (2)').toArray()).toEqual([]);
      expect(exec('SELECT changes() c, last_insert_rowid() l').one()).toEqual({ c: 2, l: 2 });
    });

    checks('shows a table’s new column to a statement that was asked before', (exec) => {
      expect(exec('SELECT * FROM whole').toArray()).toEqual([]);
      exec('ALTER TABLE whole ADD COLUMN y INTEGER');
      expect(exec('INSERT INTO whole VALUES (1, 2) RETURNING *').one()).toEqual({ x: 1, y: 2 });
      expect(exec('SELECT * FROM whole').one()).toEqual({ x: 1, y: 2 });
    });

    checks('takes back what a transaction wrote, and nothing else, if it throws', (exec, storage) => {
      const fails = (x: number) =>
        storage.transactionSync(() => {
          exec('INSERT INTO whole VALUES (?)', x);
          storage.kv.put('x', x);
          throw new Error('not today');
        });
      const store = () => exec('SELECT x FROM whole').raw().toArray().flat();
      expect(() => fails(1)).toThrow('not today');
      expect([store(), storage.kv.get('x')]).toEqual([[], undefined]);
      const reported = storage.transactionSync(() => {
        exec('INSERT INTO whole VALUES (2)');
        expect(() => fails(3)).toThrow('not today');
        expect(() => exec("INSERT INTO whole VALUES (4), ('abc')")).toThrow('cannot store TEXT value');
        return 'done';
      });
      expect([reported, store()]).toEqual(['done', [2]]);
    });

    checks('keeps values by key', (_, { kv }) => {
      kv.put('a', { at: new Map([[1, new Date(5)]]) });
      expect(kv.get('a')).toEqual({ at: new Map([[1, new Date(5)]]) });
      expect([kv.delete('a'), kv.delete('a'), kv.get('a')]).toEqual([true, false, undefined]);
    });

    checks('refuses what the platform refuses, in its words', (exec) => {
      for (const [sql, message, ...values] of REFUSED) {
        expect(() => exec(sql, ...values).toArray(), sql.slice(0, 60)).toThrow(message);
      }
      for (const [sql, ...values] of ACCEPTED) exec(sql, ...values).toArray();
    });
  });
}

/** D1, as workerd has it and as its double in Node does. */
export function databaseContract(db: D1): void {
  const statement = (sql: string, values: readonly unknown[]) =>
    values.length > 0 ? db.prepare(sql).bind(...values) : db.prepare(sql);
  const all = async (sql: string, ...values: readonly unknown[]) => (await statement(sql, values).all<Row>()).results;
  const run = async (sql: string, ...values: readonly unknown[]) => {
    const { success, results, meta } = (await statement(sql, values).run()) as Run;
    return { success, results, changes: meta.changes, lastRowId: meta.last_row_id };
  };

  describe('D1', () => {
    beforeEach(async () => {
      await freshDatabase(db, 'CREATE TABLE part (a INTEGER)');
      await freshDatabase(db, TABLES);
      await run("INSERT INTO item (a, b) VALUES (1, 'x')");
    });

    test('takes numbers as real and booleans as 0 and 1, and gives integers as the nearest number', async () => {
      expect(await all(VALUES, 1, 1.5, 'x', null, new Uint8Array(BYTES).buffer)).toEqual([TYPES]);
      expect(await all('SELECT ? a, ? b', true, Number.POSITIVE_INFINITY)).toEqual([{ a: 1, b: null }]);
      expect(await all(NUMBERS)).toEqual([ROUNDED]);
      for (const value of [undefined, 10n, {}, () => 1]) {
        expect(() => db.prepare('SELECT ?').bind(value)).toThrow(`D1_TYPE_ERROR: Type '${typeof value}' not supported`);
      }
    });

    test('gives blobs as lists of bytes', async () => {
      expect(await all("SELECT ? a, ? b, x'' c", new Uint8Array(BYTES), BYTES)).toEqual([
        { a: BYTES, b: BYTES, c: [] },
      ]);
    });

    test('gives a first row, or null, and rows as lists of values', async () => {
      expect(await db.prepare('SELECT 1 a UNION SELECT 2').first()).toEqual({ a: 1 });
      expect(await db.prepare('SELECT 1 a WHERE 0').first()).toBeNull();
      expect(await db.prepare('SELECT 1 a, 2 a').raw()).toEqual([[1, 2]]);
    });

    test('counts changed rows, those of RETURNING too, and tells the last row’s number', async () => {
      const nothing = { success: true, results: [] };
      expect(await run("INSERT INTO item (a, b) VALUES (5, 'y'), (6, 'z')")).toEqual({
        ...nothing,
        changes: 2,
        lastRowId: 6,
      });
      expect(await run('SELECT 1 a')).toMatchObject({ results: [{ a: 1 }], changes: 0, lastRowId: 6 });
      expect(await run("UPDATE item SET b = b || '1' WHERE a > 1")).toMatchObject({ results: [], changes: 2 });
      expect(await run('UPDATE item SET c = 2 WHERE a > 1 RETURNING a')).toMatchObject({
        results: [{ a: 5 }, { a: 6 }],
        changes: 2,
      });
      expect(await run('UPDATE item SET c = 2 WHERE a = 99')).toMatchObject({ changes: 0 });
      expect(await run('INSERT OR IGNORE INTO item (a) VALUES (5), (8)')).toMatchObject({ changes: 1, lastRowId: 8 });
      expect(await run('INSERT OR REPLACE INTO item (a) VALUES (5)')).toMatchObject({ changes: 1 });
      expect(await run('INSERT INTO item (a) VALUES (5) ON CONFLICT (a) DO UPDATE SET c = 3')).toMatchObject({
        changes: 1,
      });
      expect(await run('DELETE FROM item WHERE a < 7')).toMatchObject({ changes: 3 });
    });

    test('runs a batch whole or not at all', async () => {
      const insert = db.prepare('INSERT INTO whole VALUES (?)');
      const runs = (await db.batch([insert.bind(1), db.prepare('SELECT x FROM whole'), insert.bind(2)])) as Run[];
      expect(runs.map(({ results, meta }) => [results, meta.changes])).toEqual([
        [[], 1],
        [[{ x: 1 }], 0],
        [[], 1],
      ]);
      await expect(db.batch([insert.bind(3), insert.bind('abc')])).rejects.toThrow('D1_ERROR: cannot store TEXT value');
      expect(await all('SELECT x FROM whole')).toEqual([{ x: 1 }, { x: 2 }]);
      await expect(db.batch([])).rejects.toThrow('D1_ERROR: No SQL statements detected.');
      await expect(run('')).rejects.toThrow('D1_ERROR: No SQL statements detected.');
    });

    test('refuses what the platform refuses, in its words', async () => {
      for (const [sql, message, ...values] of REFUSED) {
        await expect(run(sql, ...values), sql.slice(0, 60)).rejects.toThrow(`D1_ERROR: ${message}`);
      }
      for (const [sql, ...values] of ACCEPTED) await run(sql, ...values);
    });
  });
}
