import { DatabaseSync, type DatabaseSyncOptions, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';

/*
 * What the platform offers over SQLite, over Node's own: a Durable Object's storage and D1, as far as the Worker uses
 * them. storageContract.ts asks the same of both.
 */

/** The platform's own limits, which are far below SQLite's. Node's types do not have them yet. */
const LIMITED = {
  limits: {
    sqlLength: 100_000,
    column: 100,
    exprDepth: 100,
    compoundSelect: 5,
    functionArg: 32,
    likePatternLength: 50,
    variableNumber: 100,
  },
} as DatabaseSyncOptions;

type Bound = ArrayBuffer | Uint8Array | string | number | boolean | null | undefined;
type Value = ArrayBuffer | string | number | null;
type Row = Record<string, Value>;

interface Answer {
  readonly columns: readonly string[];
  readonly rows: Value[][];
}

interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

/** SQLite's main codes, by the names that the platform puts behind a message. */
const CODES: Readonly<Record<number, string>> = { 1: 'ERROR', 18: 'TOOBIG', 19: 'CONSTRAINT', 20: 'MISMATCH' };

function told(error: unknown): Error {
  const { message, errcode } = error as { message: string; errcode?: number };
  if (errcode === undefined) return error as Error;
  const main = `SQLITE_${CODES[errcode & 255] ?? errcode}`;
  return new Error(`${message}: ${main}`);
}

/** Is there another statement behind the first? What stands in strings and comments is none. */
const isScript = (sql: string) => /;\s*\S/.test(sql.replace(/'(?:[^']|'')*'|--.*|\/\*[\s\S]*?\*\//g, ''));

/** One database in memory. */
class Memory {
  private readonly db = new DatabaseSync(':memory:', LIMITED);
  private readonly prepared = new Map<string, Prepared>();
  private depth = 0;

  /** Runs a statement, or a script of some that take and answer nothing. */
  run(sql: string, values: readonly SQLInputValue[]): Answer {
    try {
      if (!this.prepared.has(sql) && isScript(sql)) {
        if (values.length > 0) throw new Error('this double binds no values to a script');
        this.db.exec(sql);
        return { columns: [], rows: [] };
      }
      const { statement, columns } = this.prepare(sql);
      const rows = statement.all(...values) as unknown as unknown[][];
      return { columns, rows: rows.map((row) => row.map(fromSqlite)) };
    } catch (error) {
      throw told(error);
    }
  }

  number(sql: string): number {
    return Number(this.run(sql, []).rows[0]?.[0]);
  }

  /** All that `work` writes, or nothing if it throws. One may be within another. */
  transaction<Result>(work: () => Result): Result {
    const name = `step${this.depth}`;
    this.db.exec(`SAVEPOINT ${name}`);
    this.depth += 1;
    try {
      return work();
    } catch (error) {
      this.db.exec(`ROLLBACK TO ${name}`);
      throw error;
    } finally {
      this.depth -= 1;
      this.db.exec(`RELEASE ${name}`);
    }
  }

  close(): void {
    this.db.close();
  }

  private prepare(sql: string): Prepared {
    const known = this.prepared.get(sql);
    if (known) return known;
    const statement = this.db.prepare(sql);
    // Integers beyond 2^53 would be an error; the platform rounds them.
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) };
    this.prepared.set(sql, prepared);
    return prepared;
  }
}

function fromSqlite(value: unknown): Value {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Uint8Array) return value.slice().buffer;
  return value as Value;
}

const rowOf = (columns: readonly string[], values: readonly Value[]): Row =>
  Object.fromEntries(columns.map((column, index) => [column, values[index] as Value]));

function toSqlite(value: Bound): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return value;
}

/** What SqlStorage.exec answers. The rows are read at once. */
class Cursor {
  readonly columnNames: readonly string[];
  private readonly rows: Iterator<Value[]> & Iterable<Value[]>;

  constructor({ columns, rows }: Answer) {
    this.columnNames = columns;
    this.rows = rows.values();
  }

  next(): { done: boolean; value?: Row } {
    const { done, value } = this.rows.next();
    return done ? { done: true } : { done: false, value: rowOf(this.columnNames, value) };
  }

  toArray(): Row[] {
    return [...this];
  }

  one(): Row {
    const [row, more] = this.toArray();
    if (!row) throw new Error('Expected exactly one result from SQL query, but got no results.');
    if (more) throw new Error('Expected exactly one result from SQL query, but got multiple results.');
    return row;
  }

  raw(): IterableIterator<Value[]> & { toArray(): Value[][] } {
    const { rows } = this;
    return Object.assign(
      (function* () {
        yield* rows;
      })(),
      { toArray: () => [...rows] },
    );
  }

  *[Symbol.iterator](): Generator<Row> {
    for (const values of this.rows) yield rowOf(this.columnNames, values);
  }
}

/** The storage of a Durable Object that is this one's alone. It has no alarms. */
export class NodeStorage {
  private readonly memory = new Memory();
  private readonly values = new Map<string, Uint8Array>();

  readonly sql = {
    exec: (sql: string, ...values: readonly Bound[]) => new Cursor(this.memory.run(sql, values.map(toSqlite))),
  };

  readonly kv = {
    get: (key: string): unknown => {
      const kept = this.values.get(key);
      return kept && deserialize(kept);
    },
    put: (key: string, value: unknown): void => void this.values.set(key, serialize(value)),
    delete: (key: string): boolean => this.values.delete(key),
  };

  transactionSync<Result>(work: () => Result): Result {
    const before = new Map(this.values);
    try {
      return this.memory.transaction(work);
    } catch (error) {
      this.values.clear();
      for (const [key, value] of before) this.values.set(key, value);
      throw error;
    }
  }

  close(): void {
    this.memory.close();
  }
}

/** A blob comes from D1 as the list of its bytes. */
type D1Value = Exclude<Value, ArrayBuffer> | number[];

interface D1Answer<Found> {
  readonly success: true;
  readonly results: Found[];
  readonly meta: Readonly<Record<'changes' | 'last_row_id' | 'rows_read' | 'rows_written' | 'duration', number>>;
}

/** What a statement does when it is run; kept apart from what callers may see of it. */
const work = new WeakMap<object, () => Answer & { readonly changes: number; readonly lastRowId: number }>();

class Statement {
  private readonly memory: Memory;
  private readonly sql: string;

  constructor(memory: Memory, sql: string, values: readonly Bound[] = []) {
    this.memory = memory;
    this.sql = sql;
    work.set(this, () => {
      const before = memory.number('SELECT total_changes()');
      const answer = memory.run(sql, values.map(toSqlite));
      const changes = memory.number('SELECT total_changes()') - before;
      return { ...answer, changes, lastRowId: memory.number('SELECT last_insert_rowid()') };
    });
  }

  bind(...values: readonly Bound[]): Statement {
    const at = values.findIndex((value) => value === undefined || typeof value === 'bigint');
    if (at >= 0) {
      const value = values[at];
      throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${value}'`);
    }
    return new Statement(this.memory, this.sql, values);
  }

  async all<Found>(): Promise<D1Answer<Found>> {
    return answerOf<Found>(this);
  }

  run<Found>(): Promise<D1Answer<Found>> {
    return this.all();
  }

  async first<Found>(column?: string): Promise<Found | null> {
    const [row] = answerOf<Record<string, unknown>>(this).results;
    if (!row) return null;
    if (column === undefined) return row as Found;
    if (!(column in row)) throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`);
    return row[column] as Found;
  }

  async raw<Found>(): Promise<Found[]> {
    return answerOf<Record<string, unknown>>(this).results.map((row) => Object.values(row) as Found);
  }
}

const d1Value = (value: Value): D1Value => (value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value);

function answerOf<Found>(statement: object): D1Answer<Found> {
  try {
    const { columns, rows, changes, lastRowId } = (work.get(statement) as NonNullable<ReturnType<typeof work.get>>)();
    const results = rows.map((values) =>
      Object.fromEntries(columns.map((column, index) => [column, d1Value(values[index] as Value)])),
    );
    // What D1 asks money for is not known here: at least what it answered was read.
    const meta = { changes, last_row_id: lastRowId, rows_read: rows.length, rows_written: changes, duration: 0 };
    return { success: true, results: results as Found[], meta };
  } catch (error) {
    throw new Error(`D1_ERROR: ${(error as Error).message}`, { cause: error });
  }
}

/** A D1 database in memory. */
export class NodeDatabase {
  private readonly memory = new Memory();

  prepare(sql: string): Statement {
    return new Statement(this.memory, sql);
  }

  /** All statements in one transaction. */
  async batch<Found>(statements: readonly object[]): Promise<D1Answer<Found>[]> {
    return this.memory.transaction(() => statements.map((statement) => answerOf<Found>(statement)));
  }
}
