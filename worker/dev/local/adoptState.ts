import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { parseIsoInstant } from '#shared/time.ts';

interface DamagedFile {
  readonly path: string;
  readonly fault: string;
  readonly holds: string;
}

/** Reading a whole file larger than this would delay `npm start`; only its first pages are read. */
const READ_WHOLE_BYTES = 256 * 2 ** 20;
/** Folder of databases and objects, below a state's folder. */
export const STATE_FOLDER = 'v3';

const CONTENTS: readonly (readonly [RegExp, string])[] = [
  [/metadata\.sqlite$/, 'alarms and names, which are made anew'],
  [/\bd1\b/, 'a database: archived strikes or contact messages'],
  [/-Feed\b/, 'what the Feed knows: the strikes of the last 26 hours, and what is still to be read'],
];
const holdsOf = (path: string) => CONTENTS.find(([pattern]) => pattern.test(path))?.[1] ?? 'caches and counters';

function errorOf(path: string, bytes: number): string | undefined {
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

/** The unreadable databases below `stateDir`. No other process may have them open. */
async function damagedState(stateDir: string): Promise<DamagedFile[]> {
  const retained = join(stateDir, STATE_FOLDER);
  if (!existsSync(retained)) return [];
  const paths = (await readdir(retained, { recursive: true })).filter((path) => path.endsWith('.sqlite')).sort();
  const damaged: DamagedFile[] = [];
  for (const path of paths) {
    const fault = errorOf(join(retained, path), (await stat(join(retained, path))).size);
    if (fault !== undefined)
      damaged.push({ path: join(STATE_FOLDER, path), fault, holds: holdsOf(path.split(sep).join('/')) });
  }
  return damaged;
}

function damagedStateText(stateDir: string, files: readonly DamagedFile[]): string {
  const lines = files.map(({ path, fault, holds }) => `  ${join(stateDir, path)}: ${fault} (${holds})`);
  return [
    'The state is damaged:',
    ...lines,
    'To start without these files: npm start -- --move-corrupt-state. They are kept beside the others, under another name.',
    'To leave them as they are: STATE_DIR=another/directory npm start',
  ].join('\n');
}

/** Migrations of another release in databases below `stateDir`: those not in `known`. */
async function unknownMigrations(stateDir: string, known: readonly string[]): Promise<string[]> {
  const databases = join(stateDir, STATE_FOLDER, 'd1');
  if (!existsSync(databases)) return [];
  const paths = (await readdir(databases, { recursive: true })).filter((path) => path.endsWith('.sqlite'));
  const unknownNames = paths
    .flatMap((path) => appliedIn(join(databases, path)))
    .filter((name) => !known.includes(name));
  return [...new Set(unknownNames)].sort();
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

function unknownStateText(stateDir: string, migrations: readonly string[]): string {
  return [
    `The state in ${stateDir} is of another release: its databases have had ${migrations.join(', ')}.`,
    'To start without it: npm start -- --move-corrupt-state. All of it is kept beside the new one, under another name.',
    'To leave it as it is: STATE_DIR=another/directory npm start',
  ].join('\n');
}

async function moveUnknownState(stateDir: string, stamp: string): Promise<string> {
  const aside = join(stateDir, `corrupt-${stamp}`);
  await mkdir(aside, { recursive: true });
  await rename(join(stateDir, STATE_FOLDER), join(aside, STATE_FOLDER));
  return aside;
}

async function moveDamagedState(stateDir: string, files: readonly DamagedFile[], stamp: string): Promise<string> {
  const aside = join(stateDir, `corrupt-${stamp}`);
  for (const { path } of files) {
    const source = join(stateDir, path);
    const target = join(aside, relative(STATE_FOLDER, path));
    await mkdir(dirname(target), { recursive: true });
    for (const name of await readdir(dirname(source))) {
      if (name.startsWith(basename(source))) await rename(join(dirname(source), name), join(dirname(target), name));
    }
  }
  return aside;
}

/** The user of a state directory, in its `holder.json`. Used only in the error's text: the lock itself is SQLite's. */
interface StateHolder {
  readonly pid: number;
  readonly port: number;
}

const SQLITE_BUSY = 5;
const HOLDER_FILE = 'holder.json';

function holderIn(stateDir: string): string {
  try {
    const { pid, port } = JSON.parse(readFileSync(join(stateDir, HOLDER_FILE), 'utf8')) as StateHolder;
    return `by process ${pid}${port > 0 ? `, http://127.0.0.1:${port}` : ''}`;
  } catch {
    return 'by another process';
  }
}

/**
 * Locks `stateDir` for this process, and creates it if necessary. The operating system holds the lock on an SQLite
 * file, so it ends with the process. Returns a function that releases it.
 * @throws Error that says who has the lock, or why the directory cannot be used
 */
function lockState(stateDir: string, holder: StateHolder): () => void {
  const path = join(stateDir, 'lock.sqlite');
  let lock: DatabaseSync;
  try {
    mkdirSync(stateDir, { recursive: true });
    lock = new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw new Error(`STATE_DIR ${stateDir} cannot be used: ${(error as Error).message}`);
  }
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) {
      throw new Error(`${path} cannot be locked: ${(error as Error).message}. It holds nothing: delete it.`);
    }
    throw new Error(
      `STATE_DIR ${stateDir} is in use ${holderIn(stateDir)}. Stop that one, or give this one a state of its own: STATE_DIR=another/directory npm start`,
    );
  }
  writeFileSync(join(stateDir, HOLDER_FILE), `${JSON.stringify(holder)}\n`);
  return () => lock.close();
}

/** Undefined if the process has ended or belongs to another user. */
function readProc<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const nameOf = (pid: string) => readProc(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
const parentOf = (pid: string) => readProc(() => /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
/** True for a zombie without other threads: it has closed its files and ports. An exiting one may still hold a port. */
function hasEnded(pid: string): boolean {
  const stat = readProc(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const threads = readProc(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  return stat === undefined || (/\) [ZX] /.test(stat) && threads.length <= 1);
}
const programOf = (pid: string) => basename(readProc(() => readlinkSync(`/proc/${pid}/exe`)) ?? '');

function holdsFileIn(pid: string, dir: string): boolean {
  const handles = readProc(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  return handles.some((handle) => readProc(() => readlinkSync(`/proc/${pid}/fd/${handle}`))?.startsWith(dir + sep));
}

/** Ids of workerds that have files of `stateDir` open and no Node process as parent. Linux only. */
function leftRuntimes(stateDir: string): string[] {
  const pids = (readProc(() => readdirSync('/proc')) ?? []).filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => {
    if (nameOf(pid) !== 'workerd' || !holdsFileIn(pid, stateDir)) return false;
    return !/^node/.test(programOf(parentOf(pid) ?? ''));
  });
}

/**
 * Ends the workerds left by an `npm start` killed with SIGKILL, because they hold its port and its state. Requires the
 * lock of `stateDir`. Resolves to their process ids once they have ended.
 */
async function endLeftRuntimes(stateDir: string): Promise<number[]> {
  const left = leftRuntimes(stateDir);
  for (const pid of left) readProc(() => process.kill(Number(pid), 'SIGKILL'));
  while (left.some((pid) => nameOf(pid) === 'workerd' && !hasEnded(pid))) await wait(20);
  return left.map(Number);
}

interface StateClaim {
  readonly stateDir: string;
  readonly port: number;
  readonly migrations: readonly string[];
  readonly moveCorrupt: boolean;
  readonly nowMs: number;
  readonly print: (line: string) => void;
}

/**
 * Locks the state directory for this process, ends a killed predecessor's runtimes, and checks that the databases are
 * readable and of this release. Returns a function that releases the lock.
 * @throws Error that says who has the directory, or what in it is damaged or of another release
 */
export async function adoptState({
  stateDir,
  port,
  migrations,
  moveCorrupt,
  nowMs,
  print,
}: StateClaim): Promise<() => void> {
  const release = lockState(stateDir, { pid: process.pid, port });
  try {
    for (const pid of await endLeftRuntimes(stateDir))
      print(`Ended workerd ${pid}, which a killed npm start left running.`);
    const stamp = new Date(nowMs).toISOString().replaceAll(':', '-');
    const damaged = await damagedState(stateDir);
    if (damaged.length > 0) {
      if (!moveCorrupt) throw new Error(damagedStateText(stateDir, damaged));
      const files = `${damaged.length} damaged file${damaged.length === 1 ? '' : 's'}`;
      print(`Moved ${files} to ${await moveDamagedState(stateDir, damaged, stamp)}`);
    }
    const unknownNames = await unknownMigrations(stateDir, migrations);
    if (unknownNames.length > 0) {
      if (!moveCorrupt) throw new Error(unknownStateText(stateDir, unknownNames));
      print(`Moved the state of another release to ${await moveUnknownState(stateDir, stamp)}`);
    }
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

const FILE = 'sky-anchor.txt';

/**
 * The time to which the simulator's weather is anchored: that of the first start with this state, so that a later start
 * continues the same sky. Both in milliseconds since the epoch. A file without a valid time is rewritten.
 */
export async function skyAnchorMs(stateDir: string, nowMs: number): Promise<number> {
  const path = join(stateDir, FILE);
  const retained = parseIsoInstant((await readFile(path, 'utf8').catch(() => '')).trim());
  if (retained !== undefined) return retained;
  await mkdir(stateDir, { recursive: true });
  await writeFile(path, `${new Date(nowMs).toISOString()}\n`);
  return nowMs;
}
