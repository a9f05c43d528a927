import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { SUITE } from '#tests/checks.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';

/** A test as its file names it, what it is within included; what differs between its cases is `…`. */
export interface Promised {
  /** Below tests/. */
  readonly file: string;
  readonly title: string;
}

const PROTOCOLS = ['shared/wire/PROTOCOL.md', 'shared/watch/PROTOCOL.md'];
/** Cheapest first: a rule is proved by the first that names it. */
const FOLDERS = ['unit', 'architecture', 'isolate', 'site', 'worker', 'e2e', 'verify'];
/** Whose promises are listed: those of the others are what their modules say. */
const LISTED = ['worker', 'e2e', 'verify'];

const tierOf = ({ file }: Promised) => FOLDERS.indexOf(file.split('/')[0] ?? '');

/** The number of each rule, in the order of the protocols. */
export async function protocolRules(): Promise<string[]> {
  const texts = await Promise.all(PROTOCOLS.map((path) => readFile(join(projectRoot, path), 'utf8')));
  return texts.flatMap((text) => [...text.matchAll(/\*\*([A-Z]{2}\d+)\*\*/g)].map(([, rule = '']) => rule));
}

export const rulesIn = (title: string) => [...title.matchAll(/\[([A-Z]{2}\d+)\]/g)].map(([, rule = '']) => rule);

/** All tests of the suite, by folder from the cheapest on, then by file. */
export async function promises(): Promise<Promised[]> {
  const names = await readdir(join(projectRoot, 'tests'), { recursive: true });
  const files = names.filter((name) => /\.(test|spec)\.tsx?$/.test(name)).sort();
  const found = await Promise.all(
    files.map(async (file) => titlesIn(await readFile(join(projectRoot, 'tests', file), 'utf8'), file)),
  );
  return found.flat().sort((a, b) => tierOf(a) - tierOf(b));
}

function titlesIn(source: string, file: string): Promised[] {
  const found: Promised[] = [];
  const walk = (node: ts.Node, within: string): void => {
    const call = ts.isCallExpression(node) ? callIn(node) : undefined;
    const title = call === undefined ? within : `${within}${call.title}`;
    if (call?.isTest) found.push({ file, title });
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

/** The file that proves a rule: of the cheapest folder that names it, the one that names it most often. */
function proofOf(rule: string, all: readonly Promised[]): string {
  const naming = all.filter(({ title }) => rulesIn(title).includes(rule));
  const [first] = naming;
  const cheapest = naming.filter((each) => first && tierOf(each) === tierOf(first)).map(({ file }) => file);
  const times = (file: string) => cheapest.filter((other) => other === file).length;
  return cheapest.sort((a, b) => times(b) - times(a))[0] ?? '';
}

const linked = (file: string) => `[${file}](${file})`;

/** tests/README.md. */
export async function promisesText(): Promise<string> {
  const all = await promises();
  const rules = await protocolRules();
  const checks = SUITE.flatMap(({ command, tier }) =>
    tier.stages.flat(2).map(({ name, budgetS, what }) => `| \`${command}\` | ${name} | ${what} | ${budgetS} |`),
  );
  const listed = LISTED.flatMap((folder) => {
    const files = [...new Set(all.map(({ file }) => file))].filter((file) => file.startsWith(`${folder}/`));
    const titles = (file: string) => new Set(all.filter((each) => each.file === file).map(({ title }) => title));
    return files.map((file) => `### ${linked(file)}\n\n${[...titles(file)].map((title) => `- ${title}`).join('\n')}\n`);
  });
  return `# Tests

Made by \`npm run promises\`; a test of the architecture compares. \`npm test\` proves every promise once, at the cheapest
level that can prove it. \`npm run verify\` runs all of that, then what needs pixels, Firefox, other builds, other programs
or long waits: everything in \`tests/verify\`. CI and \`npm run deploy\` run \`verify\`.

| command | check | what | seconds it may take |
|---|---|---|---|
${checks.join('\n')}

Seconds are those of two cores with everything installed. A check that takes longer says so and fails nothing.
\`npm test -- unit e2e\` runs the checks named. \`bench\`, \`chaos\`, \`fires\`, \`fuzz\`, \`load\`, \`nowcast\`, \`proof\`, \`report\` and \`soak\`
are commands of their own (README); \`support\` is what tests share.

One file, one title, one journey, after a first \`npm start\` or \`npm test\`:

\`\`\`sh
npx vitest run --config tests/vitest.config.ts --project unit tests/unit/worker/feed/selectRead.test.ts
npx vitest run --config tests/vitest.config.ts --project worker -t 'CU1'
npm run build && npx playwright test --config tests/playwright.config.ts --project=verify-e2e mapUse
\`\`\`

## Where each rule of the protocols is proved

Others may name it too: journeys that pass by it.

| rule | test |
|---|---|
${rules.map((rule) => `| ${rule} | ${linked(proofOf(rule, all))} |`).join('\n')}

## Where each promise of the running product is proved

${listed.join('\n')}`;
}
