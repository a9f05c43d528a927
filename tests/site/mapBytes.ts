import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createBuilder, type Rolldown } from 'vite';
import { projectRoot } from '#tests/support/projectRoot.ts';

/**
 * What each kilobyte of the map's program is for: `npm run map-bytes` builds the site without writing it and prints a
 * table. A file's compressed size is shared out among its modules by their length before they were shortened, so a row
 * is right to about a tenth; the sum is exact.
 */
const OF_THE_MAP =
  /\/web\/(site\/pages\/MapPage|map\/StrikeMap)\.tsx$|\/webgl-device\.js$|\/web\/site\/app\/start\.tsx$|\/web\/main\.ts$|\/maplibre-gl\/src\/source\/worker\.ts$/;

type Parts = readonly (readonly [name: string, pattern: RegExp, purpose: string])[];

/** By the name of a file. */
const PARTS_BY_FILE: Parts = [
  ['maplibre-gl, page and worker', /maplibre-shared-/, 'style, expressions, shapes and tiles, which both read'],
  ['maplibre-gl, worker', /map-worker-/, 'tiles and shapes into triangles, off the main thread'],
];

/** By the path of a module. */
const PURPOSES: Parts = [
  ['maplibre-gl, page', /maplibre-gl\//, 'the base map: style, camera, gestures, drawing of land, lines, labels'],
  ['@deck.gl', /@deck\.gl\//, 'the overlay of strikes: layers, views, its own draw loop'],
  ['@luma.gl', /@luma\.gl\//, 'the graphics card under deck.gl: buffers, shaders, textures'],
  ['@math.gl, @probe.gl, @loaders.gl', /@(math|probe|loaders)\.gl\//, 'projections and vectors of deck.gl'],
  ['react-map-gl', /react-map-gl|@vis\.gl/, 'the map as a React component'],
  ['react', /\/(react|react-dom|scheduler)\//, 'the page'],
  ['wouter, valibot, typesafe-i18n, others', /node_modules/, 'addresses; the shapes of what the server says; texts'],
  ['web/map', /\/web\/map\//, 'the map’s screen, layers, panels, the strikes’ own layer'],
  ['web/sky, shared', /\/(web\/sky|shared)\//, 'the stream, slices, what is held'],
  ['the site around it', /./, 'header, footer, routing, error screen'],
];

const builder = await createBuilder({
  configFile: join(projectRoot, 'web/vite.config.ts'),
  logLevel: 'silent',
  build: { write: false },
});
const built = (name: 'client' | 'preview') => builder.build(builder.environments[name] as never);
const client = ((await built('client')) as Rolldown.RolldownOutput).output;
const [preview] = ((await built('preview')) as Rolldown.RolldownOutput).output;
const chunks = new Map(client.flatMap((item) => (item.type === 'chunk' ? [[item.fileName, item] as const] : [])));
const bytes = new Map<string, number>();
const add = (name: string, count: number) => bytes.set(name, (bytes.get(name) ?? 0) + count);

const reached = new Set<Rolldown.OutputChunk>();
const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
  if (!chunk || reached.has(chunk)) return;
  reached.add(chunk);
  for (const name of chunk.imports) visit(chunks.get(name));
};
for (const chunk of chunks.values()) if (OF_THE_MAP.test(chunk.facadeModuleId ?? '')) visit(chunk);

for (const chunk of reached) {
  const part = PARTS_BY_FILE.find(([, pattern]) => pattern.test(chunk.fileName));
  if (part) {
    add(part[0], gzipSync(chunk.code).length);
    continue;
  }
  const modules = Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0);
  const whole = modules.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0);
  const compressed = gzipSync(chunk.code).length;
  for (const [id, { renderedLength }] of modules) {
    const [name = id] = PURPOSES.find(([, pattern]) => pattern.test(id)) ?? [];
    add(name, (compressed * renderedLength) / whole);
  }
}
const rows: [string, number, string][] = [...PARTS_BY_FILE, ...PURPOSES].map(([name, , purpose]) => [
  name,
  bytes.get(name) ?? 0,
  purpose,
]);
rows.push([
  'the preview',
  gzipSync(preview.code).length,
  'land and strikes before all the rest; three quarters of it are the land',
]);

const kb = (count: number) => (count / 1_000).toFixed(1);
process.stdout.write('| part | kB gzip | for |\n| --- | ---: | --- |\n');
for (const [name, count, purpose] of rows.sort((a, b) => b[1] - a[1]))
  process.stdout.write(`| ${name} | ${kb(count)} | ${purpose} |\n`);
process.stdout.write(
  `| **in all** | **${kb(rows.reduce((sum, [, count]) => sum + count, 0))}** | without texts (5 kB) and style sheets (14 kB) |\n`,
);
process.exit(0);
