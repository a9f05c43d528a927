/** How many rows D1 says that it read, which is what it is paid for. */
interface RowCount {
  rowsRead: number;
}

interface Result<Row> {
  readonly results: readonly Row[];
  readonly meta: { readonly rows_read: number };
}

interface Statement {
  bind(...values: readonly unknown[]): Statement;
  all<Row>(): Promise<Result<Row>>;
  run<Row>(): Promise<Result<Row>>;
  first<Row>(): Promise<Row | null>;
}

/** What of D1 the tables use. */
export interface Database {
  prepare(sql: string): Statement;
  batch<Row>(statements: readonly Statement[]): Promise<Result<Row>[]>;
}

/** The database, with what its answers say of rows read added up in `count`. */
export function countedDatabase(db: Database, count: RowCount): Database {
  const counted = <Row>(result: Result<Row>): Result<Row> => {
    count.rowsRead += result.meta.rows_read;
    return result;
  };
  const own = new WeakMap<Statement, Statement>();
  const watched = (statement: Statement): Statement => {
    const outer: Statement = {
      bind: (...values) => watched(statement.bind(...values)),
      all: async <Row>() => counted(await statement.all<Row>()),
      run: async <Row>() => counted(await statement.run<Row>()),
      // D1 returns only the row for `first`.
      first: async <Row>() => counted(await statement.all<Row>()).results[0] ?? null,
    };
    own.set(outer, statement);
    return outer;
  };
  return {
    prepare: (sql) => watched(db.prepare(sql)),
    batch: async <Row>(statements: readonly Statement[]) => {
      const results = await db.batch<Row>(statements.map((one) => own.get(one) ?? one));
      return results.map(counted);
    },
  };
}

function statementsOf(migration: string): string[] {
  return migration
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** The database with the tables of that migration, all empty. */
export async function freshDatabase<Kind extends Database>(db: Kind, migration: string): Promise<Kind> {
  const statements = statementsOf(migration);
  const tables = statements.flatMap((statement) => /^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? []);
  await db.batch(tables.map((table) => db.prepare(`DROP TABLE IF EXISTS ${table}`)));
  await db.batch(statements.map((statement) => db.prepare(statement)));
  return db;
}
