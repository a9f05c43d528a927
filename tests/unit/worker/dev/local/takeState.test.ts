import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeState } from '#worker/dev/local/state/takeState.ts';

let stateDir: string;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'state-'));
});
afterEach(() => rmSync(stateDir, { recursive: true }));

/** A state with one database, to which these migrations were applied. */
function keep(...applied: string[]): void {
  const dir = join(stateDir, 'v3/d1/objects');
  mkdirSync(dir, { recursive: true });
  const database = new DatabaseSync(join(dir, 'a.sqlite'));
  database.exec('CREATE TABLE d1_migrations (name TEXT)');
  for (const name of applied) database.prepare('INSERT INTO d1_migrations VALUES (?)').run(name);
  database.close();
}

async function take(moveCorrupt: boolean): Promise<string[]> {
  const said: string[] = [];
  const migrations = ['0001_archive.sql', '0002_more.sql'];
  const release = await takeState({
    stateDir,
    port: 0,
    migrations,
    moveCorrupt,
    nowMs: 0,
    say: (line) => said.push(line),
  });
  release();
  return said;
}

test('a state with known migrations, or with none yet, is taken as it is', async () => {
  expect(await take(false)).toEqual([]);
  keep('0001_archive.sql');
  expect(await take(true)).toEqual([]);
});

test('a state of another release is named, and put aside whole when told to', async () => {
  keep('0001_archive.sql', '0001_strike.sql');
  await expect(take(false)).rejects.toThrow(
    `The state in ${stateDir} is of another release: its databases have had 0001_strike.sql.`,
  );
  await expect(take(false)).rejects.toThrow('npm start -- --move-corrupt-state');
  const aside = join(stateDir, 'corrupt-1970-01-01T00-00-00.000Z');
  expect(await take(true)).toEqual([`Moved the state of another release to ${aside}`]);
  expect(readdirSync(join(aside, 'v3/d1/objects'))).toEqual(['a.sqlite']);
  expect(await take(false)).toEqual([]);
});
