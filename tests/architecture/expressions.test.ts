import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { getFirstConsumedChar } from 'regexp-ast-analysis';
import { analyse } from 'scslre';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';

/** What runs where text from outside arrives; what builds the site and what plays the outside in development do not. */
const READERS = ['shared', 'web', 'worker'];
const NOT_READERS = [
  'web/site/build/',
  'web/map/bundle/',
  'web/ground/land/make/',
  'web/vite.config.ts',
  'worker/dev/',
];

interface Expression {
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

function expressionsOf(file: string, text: string): Expression[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, scriptKind(file));
  const found: Expression[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ at: `${file}:${line}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

const scriptKind = (file: string) => (file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

/** Why the time of an expression may grow faster than the text; undefined if it does not. */
function errorOf({ source, flags }: Pick<Expression, 'source' | 'flags'>): string | undefined {
  const [report] = analyse({ source, flags }).reports;
  if (report) return report.type === 'Move' ? 'begins anew at each character of a run' : 'takes a run in several ways';
  return findsItselfAgain(source, flags) ? 'reads on from each of its beginnings' : undefined;
}

/** As `/<!--.*-->/` over many `<!--`: what may repeat without an end holds the beginning, from each of which it is read on. */
function findsItselfAgain(source: string, flagText: string): boolean {
  if (flagText.includes('y')) return false;
  const { pattern, flags } = new RegExpParser().parseLiteral(`/${source}/${flagText}`);
  const begins = (alternative: AST.Alternative) => alternative.elements.findIndex(({ type }) => type !== 'Assertion');
  return pattern.alternatives.some((alternative) => {
    const [first] = alternative.elements;
    if (first?.type === 'Assertion' && first.kind === 'start' && !flags.multiline) return false;
    const start = getFirstConsumedChar(alternative, 'ltr', flags);
    let isFound = false;
    for (const element of alternative.elements.slice(begins(alternative) + 1)) {
      visitRegExpAST(element, {
        onQuantifierEnter: ({ max, element: repeated }) => {
          if (max < Number.POSITIVE_INFINITY || repeated.type === 'Backreference') return;
          const run = getFirstConsumedChar(repeated, 'ltr', flags);
          isFound ||= !run.char.isDisjointWith(start.char);
        },
      });
    }
    return isFound;
  });
}

function readersFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...READERS], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !NOT_READERS.some((beginning) => file.startsWith(beginning)));
}

describe('regular expressions', () => {
  test('take time that grows no faster than the text they are given', () => {
    const all = readersFiles().flatMap((file) => expressionsOf(file, readFileSync(join(projectRoot, file), 'utf8')));
    expect(all.length).toBeGreaterThan(150);
    const errors = all.flatMap((one) => {
      const error = errorOf(one);
      return error === undefined ? [] : [`${one.at} /${one.source}/${one.flags} ${error}`];
    });
    expect(errors).toEqual([]);
  });

  test.each([
    ['^(a+)+$', '', true],
    ['^\\s*(null)?\\s*$', '', true],
    ['=+$', '', true],
    ['\\s*\\n\\s*', '', true],
    ['<!--[\\s\\S]*?-->', 'g', true],
    ['LFL-(BODY|TRAIL)-.*_C_EUMT_', '', true],
    ['^[+-]?(\\d+\\.?\\d*|\\.\\d+)$', '', true],
    ['^\\d{1,15}$', '', false],
    ['"retry_after"\\s*:\\s*(\\d{1,5})', '', false],
    ['^"([^"]*)"$', '', false],
    ['[^,]*,', 'y', false],
  ])('are found if they do not: /%s/%s, %s', (source, flags, isSlow) => {
    expect(errorOf({ source, flags }) !== undefined).toBe(isSlow);
  });
});
