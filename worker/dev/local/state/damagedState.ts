import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface DamagedFile {
  readonly path: string;
  readonly fault: string;
  readonly holds: string;
}

/** Reading a larger file whole would delay `npm start`; of those only the first pages are read. */
const READ_WHOLE_BYTES = 256 * 2 ** 20;
const KEPT = 'v3';

const CONTENTS: readonly (readonly [RegExp, string])[] = [
  [/metadata\.sqlite$/, 'alarms and names, which are made anew'],
  [/\bd1\b/, 'a database: archived strikes or contact messages'],
  [/-Feed\b/, 'what the Feed knows: the strikes of the last 26 hours, and what is still to be read'],
];
const holdsOf = (path: string) => CONTENTS.find(([pattern]) => pattern.test(path))?.[1] ?? 'caches and counters';

function faultOf(path: string, bytes: number): string | undefined {
  try {
    const database = new DatabaseSync(path);
    try {
      if (bytes > READ_WHOLE_BYTES) database.prepare('SELECT count(*) FROM sqlite_schema').get();
      else {
        const fault = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
        if (fault !== 'ok') return String(fault);
      }
      return undefined;
    } finally {
      database.close();
    }
  } catch (error) {
    return (error as Error).message;
  }
}

/** The databases below `stateDir` that cannot be read. No other process may have them open. */
export async function damagedState(stateDir: string): Promise<DamagedFile[]> {
  const kept = join(stateDir, KEPT);
  if (!existsSync(kept)) return [];
  const paths = (await readdir(kept, { recursive: true })).filter((path) => path.endsWith('.sqlite')).sort();
  const damaged: DamagedFile[] = [];
  for (const path of paths) {
    const fault = faultOf(join(kept, path), (await stat(join(kept, path))).size);
    if (fault !== undefined) damaged.push({ path: join(KEPT, path), fault, holds: holdsOf(path.split(sep).join('/')) });
  }
  return damaged;
}

export function damagedStateText(stateDir: string, files: readonly DamagedFile[]): string {
  const lines = files.map(({ path, fault, holds }) => `  ${join(stateDir, path)}: ${fault} (${holds})`);
  return [
    'The state is damaged:',
    ...lines,
    'To start without these files: npm start -- --move-corrupt-state. They are kept beside the others, under another name.',
    'To leave them as they are: STATE_DIR=another/directory npm start',
  ].join('\n');
}

/** Migrations of another release in databases below `stateDir`: those not `known`. */
export async function foreignMigrations(stateDir: string, known: readonly string[]): Promise<string[]> {
  const databases = join(stateDir, KEPT, 'd1');
  if (!existsSync(databases)) return [];
  const paths = (await readdir(databases, { recursive: true })).filter((path) => path.endsWith('.sqlite'));
  const foreign = paths.flatMap((path) => appliedIn(join(databases, path))).filter((name) => !known.includes(name));
  return [...new Set(foreign)].sort();
}

function appliedIn(path: string): string[] {
  const database = new DatabaseSync(path);
  try {
    if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'").get()) return [];
    return database
      .prepare('SELECT name FROM d1_migrations')
      .all()
      .map(({ name }) => String(name));
  } finally {
    database.close();
  }
}

export function foreignStateText(stateDir: string, migrations: readonly string[]): string {
  return [
    `The state in ${stateDir} is of another release: its databases have had ${migrations.join(', ')}.`,
    'To start without it: npm start -- --move-corrupt-state. All of it is kept beside the new one, under another name.',
    'To leave it as it is: STATE_DIR=another/directory npm start',
  ].join('\n');
}

export async function moveForeignState(stateDir: string, stamp: string): Promise<string> {
  const aside = join(stateDir, `corrupt-${stamp}`);
  await mkdir(aside, { recursive: true });
  await rename(join(stateDir, KEPT), join(aside, KEPT));
  return aside;
}

export async function moveDamagedState(
  stateDir: string,
  files: readonly DamagedFile[],
  stamp: string,
): Promise<string> {
  const aside = join(stateDir, `corrupt-${stamp}`);
  for (const { path } of files) {
    const source = join(stateDir, path);
    const target = join(aside, relative(KEPT, path));
    await mkdir(dirname(target), { recursive: true });
    for (const name of await readdir(dirname(source))) {
      if (name.startsWith(basename(source))) await rename(join(dirname(source), name), join(dirname(target), name));
    }
  }
  return aside;
}
