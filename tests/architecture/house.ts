import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { projectRoot } from '#tests/support/projectRoot.ts';

/**
 * `npm run house [-- COUNT]`: how big the project is. Files, folders and lines by what they are, then by room, and the
 * COUNT longest files of each kind (8). It counts what git tracks, and what it would.
 */

type Kind = 'code' | 'tests' | 'papers' | 'data';

interface Counted {
  readonly path: string;
  readonly kind: Kind;
  /** 0 for data, which nobody reads line by line. */
  readonly lines: number;
}

const CODE = new Set(['.ts', '.tsx', '.mjs', '.cjs', '.css', '.sql', '.lua', '.html']);

function kindOf(path: string): Kind {
  if (extname(path) === '.md') return 'papers';
  if (!CODE.has(extname(path))) return 'data';
  return path.startsWith('tests/') ? 'tests' : 'code';
}

function linesIn(path: string): number {
  return readFileSync(join(projectRoot, path), 'utf8').split('\n').length - 1;
}

function countedFiles(): Counted[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: projectRoot, encoding: 'utf8' });
  const isFile = (path: string) => statSync(join(projectRoot, path), { throwIfNoEntry: false })?.isFile() ?? false;
  return listed
    .split('\n')
    .filter((path) => path !== '' && isFile(path))
    .map((path) => {
      const kind = kindOf(path);
      return { path, kind, lines: kind === 'data' ? 0 : linesIn(path) };
    });
}

/** Those that are only on the way to others included. */
function foldersOf(files: readonly Counted[]): Set<string> {
  const folders = new Set<string>();
  for (const { path } of files) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  }
  return folders;
}

function row(title: string, files: readonly Counted[]): string {
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  const counts = [files.length, foldersOf(files).size, lines].map((count) => count.toLocaleString('en').padStart(9));
  return title.padEnd(12) + counts.join('');
}

const most = Number(process.argv[2] ?? 8);
if (!Number.isInteger(most) || most < 0) {
  process.stderr.write('usage: npm run house [-- COUNT]: COUNT is how many of the longest files are listed\n');
  process.exit(2);
}
const files = countedFiles();
const ofKind = (kind: Kind) => files.filter((file) => file.kind === kind);
const inRoom = (room: string) => files.filter(({ path }) => path.startsWith(`${room}/`));
const rooms = [...new Set(files.flatMap(({ path }) => (path.includes('/') ? [path.split('/')[0] ?? ''] : [])))];
const print = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);

const head = (title: string) => `${title.padEnd(12)}    files  folders    lines`;
print([head('what'), ...(['code', 'tests', 'papers', 'data'] as const).map((kind) => row(kind, ofKind(kind)))]);
print([row('all', files), '', head('where'), ...rooms.sort().map((room) => row(room, inRoom(room)))]);
for (const kind of ['code', 'tests', 'papers'] as const) {
  const longest = ofKind(kind).sort((a, b) => b.lines - a.lines);
  print(['', `longest: ${kind}`]);
  print(longest.slice(0, most).map(({ path, lines }) => `${String(lines).padStart(6)}  ${path}`));
}
