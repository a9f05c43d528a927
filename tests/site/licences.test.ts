import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { shippedData } from '#web/site/build/shippedData.ts';
import { elements, htmlFiles, namesIn, readText } from './builtSite.ts';

interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly text?: string;
}

const normal = (text: string) => text.replace(/\s+/g, ' ').trim();
const file = readText('licences.txt');

/** What Vite itself finds in the bundle, by a separate list that the site does not use. */
async function bundledPackages(): Promise<Bundled[]> {
  const built = (await build({
    configFile: join(projectRoot, 'web/vite.config.ts'),
    logLevel: 'error',
    build: { write: false, license: { fileName: 'seen.json' } },
  })) as Rolldown.RolldownOutput;
  const seen = built.output.find(({ fileName }) => fileName === 'seen.json');
  return JSON.parse(String(seen?.type === 'asset' && seen.source)) as Bundled[];
}

describe('licences.txt', () => {
  let bundled: Bundled[] = [];
  beforeAll(async () => {
    bundled = await bundledPackages();
  }, 60_000);

  test('names every package in the bundle, with the whole text of its licence', () => {
    expect(bundled.map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'maplibre-gl', '@deck.gl/core']));
    expect(bundled.length).toBeGreaterThan(15);
    for (const { name, version, text = '' } of bundled) {
      expect(file).toContain(`\n${name} ${version} (`);
      expect(normal(file)).toContain(normal(text));
    }
  });

  test('names the libraries that come with MapLibre, in the page and in its worker', () => {
    for (const name of ['earcut', 'pbf', 'kdbush', '@mapbox/vector-tile', '@maplibre/geojson-vt', 'gl-matrix'])
      expect(file).toMatch(new RegExp(`\n${name} \\d+\\.\\d+\\.\\d+ \\(`));
  });

  test('tells of every source in the shipped map its origin, version, licence and what was changed', () => {
    const shipped = namesIn('basemap').map((name) => `/basemap/${name}`);
    const reported = shippedData.map(({ files }) => files.replace(/\/$/, ''));
    expect(shipped.filter((path) => !reported.includes(path))).toEqual([]);
    for (const { files, origin, version, licence, changed } of shippedData) {
      const [, entry = ''] = file.split(`: ${files}\n`);
      for (const text of [origin, version, licence, changed]) expect(entry.split('\n\n')[0]).toContain(text);
    }
    expect(file).toContain('Open Database License 1.0 (https://opendatacommons.org/licenses/odbl/1.0/)');
    expect(file).toContain('https://creativecommons.org/licenses/by/4.0/');
  });

  test('has a text for each: none is only a name', () => {
    const sections = file.split(/\n={80}\n/).slice(1);
    expect(sections.length).toBe(2 * [...file.matchAll(/^ {2}\S+ \d+\.\d+\.\d+ \(.+\)$/gm)].length);
    for (let at = 1; at < sections.length; at += 2) {
      expect([sections[at - 1], sections[at]]).toEqual([
        expect.any(String),
        expect.stringMatching(/permission|redistribution|public domain/i),
      ]);
    }
  });

  test('is linked from every page, in the language of the page', () => {
    const titles = { en: 'Software licences', ru: 'Лицензии на ПО', bg: 'Софтуерни лицензи' };
    for (const name of htmlFiles.filter((page) => !/(map|embed)\.html$/.test(page))) {
      const html = readText(name);
      expect(elements(html, 'a').map(({ href }) => href)).toContain('/licences.txt');
      const locale = elements(html, 'html')[0]?.lang as keyof typeof titles;
      expect(html).toContain(`>${titles[locale]}</a>`);
    }
  });
});
