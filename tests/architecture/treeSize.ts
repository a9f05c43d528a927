import { basename, dirname } from 'node:path';
import ts from 'typescript';

/** A module as dependency-cruiser sees it: `importers` are the files that import it, `lazy` if one does by `import()`. */
export interface Importers {
  readonly from: readonly string[];
  readonly lazy: boolean;
}

export interface Tree {
  /** Every tracked file, with its text where it is source code or a style sheet, else undefined. */
  readonly files: ReadonlyMap<string, string | undefined>;
  readonly importers: ReadonlyMap<string, Importers>;
  /** Programs and pages that something else than an import starts. */
  readonly isEntry: (path: string) => boolean;
}

export interface TreeSize {
  readonly lines: number;
  readonly testLines: number;
  readonly files: number;
  /** Small files that one file imports, by why they may stand apart; `none` are those that may not. */
  readonly small: Readonly<Record<SmallReason, readonly string[]>>;
  readonly lonely: readonly string[];
  readonly rooms: readonly string[];
  readonly upward: readonly string[];
  /** Each exported name that several files declare, with these files. */
  readonly shared: readonly string[];
  readonly largest: readonly string[];
}

export type SmallReason = 'none' | 'entry' | 'tested' | 'lazy' | 'table';

const PRODUCT = /^(shared|worker|web|clients|texts)\/.*\.(ts|tsx|css)$/;
const CODE = /^(shared|worker|web|clients)\/.*\.tsx?$/;
const TEST = /^tests\/.*\.(ts|tsx|css|mjs)$/;
const GENERATED = /(^|\/)i18n-[\w.-]+\.tsx?$/;
/** Each group of web/ knows only those after it. */
const GROUPS = ['site', 'map', 'tools', 'sky', 'ground', 'kit'];
const SMALL_LINES = 30;
const LARGEST = 10;

const lineCount = (text: string | undefined): number => (text ?? '').split('\n').length - 1;

export function treeSize({ files, importers, isEntry }: Tree): TreeSize {
  const paths = [...files.keys()].filter((path) => !GENERATED.test(path)).sort();
  const lines = (path: string) => lineCount(files.get(path));
  const sum = (which: RegExp) => paths.filter((path) => which.test(path)).reduce((all, path) => all + lines(path), 0);
  const own = paths.filter((path) => PRODUCT.test(path));
  const small: Record<SmallReason, string[]> = { none: [], entry: [], tested: [], lazy: [], table: [] };
  for (const path of paths) {
    if (!/^(shared|worker|web)\/.*\.tsx?$/.test(path) || path.endsWith('.d.ts') || lines(path) > SMALL_LINES) continue;
    const { from, lazy } = importers.get(path) ?? { from: [], lazy: false };
    const [user, second] = from.filter((importer) => !importer.startsWith('tests/'));
    if (user === undefined || second !== undefined) continue;
    const tested = from.some((importer) => importer.startsWith('tests/') && stem(importer) === stem(path));
    const isATable = isTable(path, files.get(path) ?? '');
    const reason = isEntry(path) ? 'entry' : tested ? 'tested' : lazy ? 'lazy' : isATable ? 'table' : 'none';
    small[reason].push(`${path} (${lines(path)}) ← ${user}`);
  }
  return {
    lines: sum(PRODUCT),
    testLines: sum(TEST),
    files: files.size,
    small,
    lonely: lonelyFolders([...files.keys()]),
    rooms: [...new Set(paths.map((path) => /^web\/([^/]+)\//.exec(path)?.[1] ?? ''))].filter((room) => room !== ''),
    upward: upwardArrows(importers),
    shared: sharedNames(new Map(paths.filter((path) => CODE.test(path)).map((path) => [path, files.get(path) ?? '']))),
    largest: own
      .sort((a, b) => lines(b) - lines(a))
      .slice(0, LARGEST)
      .map((path) => `${path} (${lines(path)})`),
  };
}

/** A file's name without what follows its first dot: a test has that of what it proves. */
function stem(path: string): string {
  return basename(path).replace(/\..*/, '');
}

/** Folders that hold one file themselves. web/public/ is laid out by the addresses that it serves. */
function lonelyFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => count === 1 && !folder.startsWith('web/public/'))
    .map(([folder]) => folder)
    .sort();
}

function upwardArrows(importers: ReadonlyMap<string, Importers>): string[] {
  const rank = (path: string) => GROUPS.indexOf(/^web\/([^/]+)\//.exec(path)?.[1] ?? '');
  const arrows = new Set<string>();
  for (const [path, { from }] of importers) {
    for (const importer of from) {
      const [up, down] = [rank(path), rank(importer)];
      if (up >= 0 && up < down) arrows.add(`${GROUPS[down]} → ${GROUPS[up]}: ${importer} → ${path}`);
    }
  }
  return [...arrows].sort();
}

/** Names that more than one file declares and exports. What is passed on from another file is not declared anew. */
function sharedNames(code: ReadonlyMap<string, string>): string[] {
  const homes = new Map<string, string[]>();
  for (const [path, text] of code) {
    for (const name of new Set(exportedNames(path, text))) homes.set(name, [...(homes.get(name) ?? []), path]);
  }
  return [...homes]
    .filter(([, at]) => at.length > 1)
    .map(([name, at]) => `${name}: ${at.join(', ')}`)
    .sort();
}

function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

function exportedNames(path: string, text: string): string[] {
  return parse(path, text).statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const { moduleSpecifier, exportClause } = statement;
      const passedOn = moduleSpecifier !== undefined || exportClause === undefined || !ts.isNamedExports(exportClause);
      return passedOn ? [] : exportClause.elements.map(({ name }) => name.text);
    }
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    const kinds = modifiers.map(({ kind }) => kind);
    if (!kinds.includes(ts.SyntaxKind.ExportKeyword) || kinds.includes(ts.SyntaxKind.DefaultKeyword)) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    }
    const { name } = statement as ts.DeclarationStatement;
    return name === undefined ? [] : [name.text];
  });
}

/** Whether a file is nothing but types and constants that are lists or records, without a function in them. */
function isTable(path: string, text: string): boolean {
  let tables = 0;
  const allowed = parse(path, text).statements.every((statement) => {
    if (!ts.isVariableStatement(statement)) {
      return ts.isImportDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    }
    return statement.declarationList.declarations.every(({ initializer }) => {
      tables += 1;
      return initializer !== undefined && isRecord(initializer);
    });
  });
  return allowed && tables > 0;
}

function isRecord(node: ts.Expression): boolean {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return isRecord(node.expression);
  const holdsFunction = (inner: ts.Node): boolean =>
    ts.isArrowFunction(inner) || ts.isFunctionExpression(inner) || ts.isMethodDeclaration(inner)
      ? true
      : (ts.forEachChild(inner, (child) => holdsFunction(child) || undefined) ?? false);
  return (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) && !holdsFunction(node);
}
