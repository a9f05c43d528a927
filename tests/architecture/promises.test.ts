import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';

const PROTOCOLS = ['shared/wire/PROTOCOL.md', 'shared/watch/PROTOCOL.md'];

/** The number of each rule, in the order of the protocols. */
async function protocolRules(): Promise<string[]> {
  const texts = await Promise.all(PROTOCOLS.map((path) => readFile(join(projectRoot, path), 'utf8')));
  return texts.flatMap((text) => [...text.matchAll(/\*\*([A-Z]{2}\d+)\*\*/g)].map(([, rule = '']) => rule));
}

/** The titles of all tests, those of the groups they are in included; what differs between cases is `…`. */
async function testTitles(): Promise<string[]> {
  const names = await readdir(join(projectRoot, 'tests'), { recursive: true });
  const files = names.filter((name) => /\.(test|spec)\.tsx?$/.test(name));
  const found = await Promise.all(
    files.map(async (file) => titlesIn(await readFile(join(projectRoot, 'tests', file), 'utf8'), file)),
  );
  return found.flat();
}

function titlesIn(source: string, file: string): string[] {
  const found: string[] = [];
  const walk = (node: ts.Node, within: string): void => {
    const call = ts.isCallExpression(node) ? callIn(node) : undefined;
    const title = call === undefined ? within : `${within}${call.title}`;
    if (call?.isTest) found.push(title);
    else ts.forEachChild(node, (child) => walk(child, call === undefined ? within : `${title} `));
  };
  walk(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true), '');
  return found;
}

/** What the call of `test` or `describe`, in whatever form, is titled; undefined for all others. */
function callIn({ expression, arguments: [first, second] }: ts.CallExpression) {
  const name = /^(test\.describe|describe|test|it)\b/.exec(expression.getText())?.[1];
  const title = name && first && second ? titleOf(first) : undefined;
  return title === undefined ? undefined : { title, isTest: name === 'test' || name === 'it' };
}

function titleOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text.replaceAll(/%[sj]|\$\w+/g, '…');
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

describe('the rules of the protocols', () => {
  test('each stand in the title of a test, and no test names a rule that is not there', async () => {
    const rules = new Set(await protocolRules());
    const titles = await testTitles();
    const named = new Set(titles.flatMap((title) => [...title.matchAll(/\[([A-Z]{2}\d+)\]/g)].map(([, rule]) => rule)));
    expect(rules.size).toBeGreaterThan(25);
    expect([...rules].filter((rule) => !named.has(rule))).toEqual([]);
    expect([...named].filter((rule) => !rules.has(rule ?? ''))).toEqual([]);
  });
});
