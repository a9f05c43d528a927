// Makes texts/made/, the files that typesafe-i18n wants, from texts/<area>/<language>.ts. It uses only Node's own modules.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** The area whose texts every page loads: the root of typesafe-i18n's dictionary. */
const ROOT_AREA = 'everyPage';
const BASE_LANGUAGE = 'en';
/** What is made here, and what is said instead where the source of strikes is another. */
const NO_AREAS = ['made', 'otherSources'];
const BANNER = '/* Made of texts/ before each command. Do not edit. */';

/** Every text of the site, as [area, language, path]. A folder of texts/ is an area. */
function listTexts(texts) {
  const areas = readdirSync(texts, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !NO_AREAS.includes(entry.name),
  );
  return areas.flatMap(({ name: area }) =>
    readdirSync(join(texts, area))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [area, file.slice(0, -3), join(texts, area, file)]),
  );
}

/** Covers the texts' names, the English words, the generator's version, and this file. */
function hashOf(root, listed) {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename ?? new URL(import.meta.url)));
  hash.update(readFileSync(join(root, 'node_modules/typesafe-i18n/package.json')));
  for (const [area, language, path] of listed) {
    hash.update(`${area}/${language}\n`);
    if (language === BASE_LANGUAGE) hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Renames each file into place, so that concurrent readers never miss one. */
function moveInto(from, to) {
  const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(from.length + 1));
  for (const name of names) {
    const [created, there] = [join(from, name), join(to, name)];
    // Watchers of files need not read unchanged ones again.
    if (existsSync(there) && readFileSync(there).equals(readFileSync(created))) continue;
    mkdirSync(dirname(there), { recursive: true });
    renameSync(created, there);
  }
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && !names.includes(path.slice(to.length + 1))) rmSync(path, { force: true });
  }
}

/**
 * Makes texts/made/ if the texts have changed. `run(args, cwd)` runs a script on the project's Node and resolves to its
 * exit code. Concurrent runs are safe: both write the same files.
 */
export async function makeTexts(root, run) {
  const texts = join(root, 'texts');
  const [created, marker] = [join(texts, 'made'), join(texts, 'made/.made-of')];
  const listed = listTexts(texts);
  const hash = hashOf(root, listed);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return true;
  mkdirSync(join(root, '.cache'), { recursive: true });
  const work = mkdtempSync(join(root, '.cache/texts-'));
  const tree = join(work, 'tree');
  const config = {
    baseLocale: BASE_LANGUAGE,
    outputPath: './tree/',
    tempPath: './temp/',
    esmImports: 'fileEnding',
    banner: BANNER,
  };
  write(join(work, '.typesafe-i18n.json'), JSON.stringify(config));
  const placeOf = (area, language) => join(tree, language, area === ROOT_AREA ? '' : area, 'index.ts');
  // The generator compiles copies, next to the types that they name; the site's imports afterwards lead to the texts.
  for (const [area, language, path] of listed) {
    const up = area === ROOT_AREA ? '../' : '../../';
    write(placeOf(area, language), readFileSync(path, 'utf8').replace('#texts/made/', up));
  }
  write(join(tree, 'i18n-types.ts'), '');
  write(join(tree, 'formatters.ts'), `${BANNER}\nexport { initFormatters } from '#texts/formatters.ts';\n`);
  const code = await run([join(root, 'node_modules/typesafe-i18n/cli/typesafe-i18n.mjs'), '--no-watch'], work);
  if (code === 0) {
    for (const [area, language] of listed)
      write(placeOf(area, language), `${BANNER}\nexport { default } from '#texts/${area}/${language}.ts';\n`);
    rmSync(join(tree, 'i18n-util.sync.ts'), { force: true });
    mkdirSync(created, { recursive: true });
    moveInto(tree, created);
    write(join(work, 'hash'), hash);
    renameSync(join(work, 'hash'), marker);
  }
  rmSync(work, { recursive: true });
  return code === 0;
}
