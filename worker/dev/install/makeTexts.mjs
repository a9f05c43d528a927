// Generates shared/i18n/i18n-*.ts from the dictionaries beside them. It uses only Node's own modules.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Covers the dictionaries' names, the English words, and the generator's version and settings. */
function hashOf(root, i18n) {
  const hash = createHash('sha256');
  for (const file of ['node_modules/typesafe-i18n/package.json', '.typesafe-i18n.json'])
    hash.update(readFileSync(join(root, file)));
  const listed = readdirSync(i18n, { recursive: true }).filter((path) => /[\\/]index\.ts$/.test(path));
  for (const path of listed.sort()) {
    hash.update(`${path}\n`);
    if (path.startsWith('en')) hash.update(readFileSync(join(i18n, path)));
  }
  return hash.digest('hex');
}

/**
 * Runs typesafe-i18n if the texts have changed. `run(args, cwd)` runs a script on the project's Node and resolves to its
 * exit code.
 */
export async function makeTexts(root, run) {
  const i18n = join(root, 'shared/i18n');
  const marker = join(root, '.cache/i18n.hash');
  const hash = hashOf(root, i18n);
  const isThere = existsSync(join(i18n, 'i18n-util.async.ts')) && existsSync(marker);
  if (isThere && readFileSync(marker, 'utf8') === hash) return true;
  mkdirSync(join(root, '.cache'), { recursive: true });
  // The generator finds what it has compiled by the types that each dictionary names, so they must exist.
  const types = join(i18n, 'i18n-types.ts');
  if (!existsSync(types)) writeFileSync(types, '');
  // A folder of its own for what it compiles, so that two commands may run at once: both write the same files.
  const work = mkdtempSync(join(root, '.cache/i18n-'));
  const settings = JSON.parse(readFileSync(join(root, '.typesafe-i18n.json'), 'utf8'));
  const own = { ...settings, outputPath: i18n, tempPath: join(work, 'temp') };
  writeFileSync(join(work, '.typesafe-i18n.json'), JSON.stringify(own));
  const code = await run([join(root, 'node_modules/typesafe-i18n/cli/typesafe-i18n.mjs'), '--no-watch'], work);
  rmSync(work, { recursive: true });
  if (code === 0) writeFileSync(marker, hash);
  return code === 0;
}
