import { DatabaseSync, type DatabaseSyncOptions, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';

/*
 * What the platform offers over SQLite, over Node's own: a Durable Object's storage and D1, as far as the Worker uses
 * them. storageContract.ts asks the same of both. What it cannot report: rows read and written, where in a statement a
 * fault stands, and that a statement whose rows are not read to the end stays open.
 */

const MOST_CHARACTERS = 100_000;

/** The platform's own settings, which are far below SQLite's. Node's types do not have limits yet. */
const SETTINGS = {
  enableDoubleQuotedStringLiterals: true,
  limits: {
    column: 100,
    exprDepth: 100,
    compoundSelect: 5,
    functionArg: 127,
    likePatternLength: 50,
    variableNumber: 100,
  },
} as DatabaseSyncOptions;

type Value = ArrayBuffer | string | number | null;
type Row = Record<string, Value>;

interface Outcome {
  readonly columns: readonly string[];
  readonly rows: Value[][];
}

interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
  readonly parameters: number;
  readonly changesSchema: boolean;
}

const CODES: Readonly<Record<number, string>> = { 1: 'ERROR', 18: 'TOOBIG', 19: 'CONSTRAINT', 20: 'MISMATCH' };
const CONSTRAINTS = 'CHECK COMMITHOOK FOREIGNKEY FUNCTION NOTNULL PRIMARYKEY TRIGGER UNIQUE VTAB ROWID PINNED DATATYPE';

/** The error as the platform words it: with SQLite's codes by name. */
function report(error: unknown): Error {
  const { message, errcode } = error as { message: string; errcode?: number };
  if (errcode === undefined) return error as Error;
  const main = `SQLITE_${CODES[errcode & 255] ?? errcode}`;
  const constraint = errcode > 255 && CONSTRAINTS.split(' ')[(errcode >> 8) - 1];
  return new Error(`${message}: ${main}${constraint ? ` (extended: ${main}_${constraint})` : ''}`);
}

const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g;
const COMMENT = /--.*|\/\*[\s\S]*?\*\//g;

/** Each statement of a script by itself; a trigger, which holds semicolons, is no script. */
function statementsOf(script: string): string[] {
  if (!script.includes(';') || /^\s*CREATE (?:TEMP )?TRIGGER\b/i.test(script))
    return script.replace(COMMENT, '').trim() === '' ? [] : [script];
  const quoted: string[] = [];
  const bare = script.replace(QUOTED, (text) => `\0${quoted.push(text) - 1}\0`).replace(COMMENT, '');
  const parts = bare.split(';').filter((part) => part.trim() !== '');
  return parts.map((part) => part.replace(/\0(\d+)\0/g, (_, index) => quoted[index] ?? ''));
}

/** How many values a statement wants. */
function parametersOf(sql: string): number {
  const marks = sql.replace(QUOTED, '').replace(COMMENT, '').match(/\?\d*/g) ?? [];
  return marks.reduce((last, mark) => Math.max(last, mark === '?' ? last + 1 : Number(mark.slice(1))), 0);
}

const NO_STATEMENT = 'SQL code did not contain a statement.';

/** One database in memory. */
class Memory {
  private readonly db = new DatabaseSync(':memory:', SETTINGS);
  private readonly prepared = new Map<string, Prepared>();
  private readonly scripts = new Map<string, readonly string[]>();
  private depth = 0;

  /** Runs a statement, or several: the last one takes the values and answers. */
  run(script: string, values: readonly SQLInputValue[]): Outcome {
    if (script.length >= MOST_CHARACTERS) throw new Error('statement too long: SQLITE_TOOBIG');
    const parts = this.scripts.get(script) ?? statementsOf(script);
    this.scripts.set(script, parts);
    const last = parts.at(-1);
    if (last === undefined) throw new Error(NO_STATEMENT);
    for (const sql of parts.slice(0, -1)) this.step(sql, []);
    return this.step(last, values);
  }

  private step(sql: string, values: readonly SQLInputValue[]): Outcome {
    try {
      const { statement, columns, parameters, changesSchema } = this.prepare(sql);
      if (parameters !== values.length) throw new Error('Wrong number of parameter bindings for SQL query.');
      const rows = statement.all(...values) as unknown as unknown[][];
      // Another schema, other columns of what was prepared.
      if (changesSchema) this.prepared.clear();
      return { columns, rows: rows.map((row) => row.map(fromSqlite)) };
    } catch (error) {
      throw report(error);
    }
  }

  number(sql: string): number {
    return Number(this.run(sql, []).rows[0]?.[0]);
  }

  /** Commits all writes of `work`, or none if it throws. One may be within another. */
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
    if (/^\s*(?:BEGIN|SAVEPOINT)\b/i.test(sql)) {
      throw new Error('To execute a transaction, please use the state.storage.transactionSync() API');
    }
    const statement = this.db.prepare(sql);
    // Integers beyond 2^53 would be an error; the platform rounds them.
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const columns = statement.columns().map(({ name }) => name);
    const changesSchema = /^\s*(?:ALTER|CREATE|DROP)\b/i.test(sql);
    const prepared = { statement, columns, parameters: parametersOf(sql), changesSchema };
    this.prepared.set(sql, prepared);
    return prepared;
  }
}

function fromSqlite(value: unknown): Value {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Uint8Array) return value.slice().buffer;
  return value as Value;
}

function rowOf<Retained>(columns: readonly string[], values: readonly Retained[]): Record<string, Retained> {
  const row: Record<string, Retained> = {};
  for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index] as Retained;
  return row;
}

/** As a Durable Object takes a value: what is no type of SQLite's becomes text. */
function bound(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || value instanceof Uint8Array) return value;
  if (typeof value === 'bigint') throw new TypeError('Cannot convert a BigInt value to a number');
  return value instanceof ArrayBuffer ? new Uint8Array(value) : String(value);
}

/** As D1 takes a value. */
function boundToD1(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string') return value;
  // On its way as JSON.
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer || Array.isArray(value)) return new Uint8Array(value);
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${value}'`);
}

/** What SqlStorage.exec answers. The rows are read at once. */
class Cursor {
  readonly columnNames: readonly string[];
  private readonly rows: Iterator<Value[]> & Iterable<Value[]>;

  constructor({ columns, rows }: Outcome) {
    this.columnNames = columns;
    this.rows = rows.values();
  }

  next(): { done: boolean; value?: Row | undefined } {
    const { done, value } = this.rows.next();
    return done ? { done: true } : { done: false, value: rowOf(this.columnNames, value) };
  }

  toArray(): Row[] {
    return Array.from(this.rows, (values) => rowOf(this.columnNames, values));
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
    exec: (sql: string, ...values: readonly unknown[]) => new Cursor(this.memory.run(sql, values.map(bound))),
  };

  readonly kv = {
    get: (key: string): unknown => {
      const retained = this.values.get(key);
      return retained && deserialize(retained);
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

interface D1Response<Found> {
  readonly success: true;
  readonly results: Found[];
  readonly meta: Readonly<Record<'changes' | 'last_row_id' | 'rows_read' | 'rows_written' | 'duration', number>>;
}

const NO_D1_STATEMENT = 'No SQL statements detected.';

/** What a statement does when it is run; separate from its public type. */
const work = new WeakMap<object, () => Outcome & { readonly changes: number; readonly lastRowId: number }>();

class Statement {
  private readonly memory: Memory;
  private readonly sql: string;

  constructor(memory: Memory, sql: string, values: readonly SQLInputValue[] = []) {
    this.memory = memory;
    this.sql = sql;
    work.set(this, () => {
      const before = memory.number('SELECT total_changes()');
      const result = memory.run(sql, values);
      const changes = memory.number('SELECT total_changes()') - before;
      return { ...result, changes, lastRowId: memory.number('SELECT last_insert_rowid()') };
    });
  }

  bind(...values: readonly unknown[]): Statement {
    return new Statement(this.memory, this.sql, values.map(boundToD1));
  }

  async all<Found>(): Promise<D1Response<Found>> {
    return resultOf<Found>(this);
  }

  run<Found>(): Promise<D1Response<Found>> {
    return this.all();
  }

  async first<Found>(column?: string): Promise<Found | null> {
    const [row] = resultOf<Record<string, unknown>>(this).results;
    if (!row) return null;
    if (column === undefined) return row as Found;
    if (!(column in row)) throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`);
    return row[column] as Found;
  }

  async raw<Found>(): Promise<Found[]> {
    return resultOf<Found>(this, true).results;
  }
}

const d1Value = (value: Value): D1Value => (value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value);

function resultOf<Found>(statement: object, raw = false): D1Response<Found> {
  try {
    const { columns, rows, changes, lastRowId } = (work.get(statement) as NonNullable<ReturnType<typeof work.get>>)();
    const values = rows.map((row) => row.map(d1Value));
    const results = raw ? values : values.map((row) => rowOf(columns, row));
    // What D1 asks money for is not known here: at least what it answered was read.
    const meta = { changes, last_row_id: lastRowId, rows_read: rows.length, rows_written: changes, duration: 0 };
    return { success: true, results: results as Found[], meta };
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`D1_ERROR: ${message === NO_STATEMENT ? NO_D1_STATEMENT : message}`, { cause: error });
  }
}

/** A D1 database in memory. */
export class NodeDatabase {
  private readonly memory = new Memory();

  prepare(sql: string): Statement {
    return new Statement(this.memory, sql);
  }

  /** All statements in one transaction. */
  async batch<Found>(statements: readonly object[]): Promise<D1Response<Found>[]> {
    if (statements.length === 0) throw new Error(`D1_ERROR: ${NO_D1_STATEMENT}`);
    return this.memory.transaction(() => statements.map((statement) => resultOf<Found>(statement)));
  }
}
