import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import {
  GROUND_BOUNDS,
  groundTiles,
  LAND,
  LANDMARKS,
  LINES,
  NAMES,
  RIVERS,
  reliefName,
  type TileSet,
  TOWNS,
} from '#web/ground/land/groundTiles.ts';
import { DEFAULT_VIEW, viewBox } from '#web/ground/view/mapQuery.ts';
import { beyondRegion } from '#web/map/basemap/basemapStyle.ts';
import { assetNames, elements, fileAt, fileExists, htmlFiles, readBytes, readText } from './builtSite.ts';

const KB = 1_000;

describe('budgets', () => {
  /**
   * kB of program by file, the first that matches: what is there and 2 % of air, so that a file that is renamed or split again
   * is no failure, and a library is.
   */
  const JS_BUDGETS: readonly (readonly [pages: RegExp, kilobytes: number])[] = [
    // The form brings its fields, the schema it shares with the server, and the plans it can ask about.
    [/(contact|sensor-infrastructure)\.html$/, 106.4],
    [/api\.html$/, 100.6],
    // The texts of watchlists and recipients, and the frame of the map's tools.
    [/watch\.html$/, 105.5],
    // The landing page says as much, and asks where the visitor is.
    [/^(en|ru|bg)\.html$/, 104.2],
    [/./, 100.8],
  ];
  const FIRST_PAINT_KB = 30;
  /** The list of all towns and peaks is mostly names. */
  const LIST_FIRST_PAINT_KB = 34.2;

  const gzipped = (path: string) => gzipSync(readBytes(path)).length;
  const sum = (paths: Iterable<string>) => [...paths].reduce((total, path) => total + gzipped(path), 0);

  /** Every program file a page loads by itself: what its HTML names, and everything that those import. */
  function programOf(html: string): Set<string> {
    const reached = new Set<string>();
    const visit = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const [, name = ''] of readText(path).matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
        visit(`assets/${name}`);
    };
    const named = [
      ...elements(html, 'script').flatMap(({ src }) => src ?? []),
      ...elements(html, 'link').flatMap(({ rel, href }) => (rel === 'modulepreload' ? (href ?? []) : [])),
      ...elements(html, 'div').flatMap((element) => element['data-modules']?.split(' ') ?? []),
    ];
    for (const path of named) visit(path.slice(1));
    // The entry imports the rest of the program itself, by one dynamic import.
    for (const [, name = ''] of [...reached]
      .map(readText)
      .join('\n')
      .matchAll(/import\(\s*["'`]\.\/(start-[^"'`]+\.js)["'`]\s*\)/g))
      visit(`assets/${name}`);
    return reached;
  }

  /** File names that wait for a later import are no program yet. */
  const withoutNames = (code: string) => code.replace(/["'](?:\.\/|assets\/)[^"']*["']/g, '""');

  describe.each(htmlFiles.filter((name) => !/(map|embed)\.html$/.test(name)))('%s', (file) => {
    const html = readText(file);
    const program = programOf(html);

    const [, most = 0] = JS_BUDGETS.find(([pages]) => pages.test(file)) ?? [];

    test(`loads at most ${most} kB of program, compressed`, () => {
      expect([...program].some((path) => path.includes('start-'))).toBe(true);
      expect(sum(program)).toBeLessThanOrEqual(most * KB);
    });

    test('has nothing of the map in it', () => {
      expect(html).not.toMatch(/maplibre|deck\.gl|luma/i);
      for (const path of program) {
        expect(path).not.toMatch(/maplibre|StrikeMap|MapPage|deck|luma/i);
        expect(withoutNames(readText(path))).not.toMatch(/maplibre|deck\.gl|luma\.gl/i);
      }
    });

    const mostPaint = file.endsWith('places.html') ? LIST_FIRST_PAINT_KB : FIRST_PAINT_KB;
    test(`is painted from at most ${mostPaint} kB of page and style`, () => {
      const styles = elements(html, 'link').flatMap(({ rel, href }) =>
        rel === 'stylesheet' ? [href?.slice(1) ?? ''] : [],
      );
      expect(styles.length).toBeGreaterThan(0);
      expect(styles.length).toBeLessThanOrEqual(2);
      expect(sum([file, ...styles])).toBeLessThanOrEqual(mostPaint * KB);
    });
  });

  test('the font is one file for Latin and one for Cyrillic, at most 48 kB together, and pages name what they are written in', () => {
    const fonts = assetNames().filter((name) => name.endsWith('.woff2'));
    const bytes = (names: readonly string[]) =>
      names.reduce((all, name) => all + readBytes(`assets/${name}`).length, 0);
    process.stdout.write(`font: ${(bytes(fonts) / KB).toFixed(1)} kB\n`);
    expect(fonts).toHaveLength(2);
    expect(bytes(fonts)).toBeLessThanOrEqual(48 * KB);
    for (const file of htmlFiles) {
      const html = readText(file);
      const [{ lang } = { lang: undefined }] = elements(html, 'html');
      const preloaded = elements(html, 'link').flatMap(({ rel, as, href }) =>
        rel === 'preload' && as === 'font' ? [href?.slice('/assets/'.length)] : [],
      );
      const comesLater = /(^|\/)map\.html$/.test(file);
      expect(html.includes('data-letters="later"'), file).toBe(comesLater);
      expect(preloaded, file).toEqual(
        comesLater ? [] : fonts.filter((name) => lang !== 'en' || name.includes('-latin-')).sort(),
      );
    }
  });

  const ANY_IMPORT = /(?:from|import)\s*\(?\s*["'`]\.\/([^"'`]+\.js)["'`]/g;
  const IMPORT_AT_ONCE = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;
  const OF_THE_MAP = /MapPage|StrikeMap|maplibre|webgl/;

  /** What the map loads when somebody asks for it: by a button, by an address that names a moment or an area or is a wall’s, by a question. */
  const REQUESTED =
    /^(Timeline|DetailLines|SourceNote|WatchBox|RingsLayer|ChoosingLayer|WallSetupDialog|WallThird|WallLevel|WallFires|wallArea|PictureLayer|PicturePoints|AreasLayer|FiresLayer)-/;
  /** What it loads with the first storm cell that it hears of. */
  const WITH_CELLS = /^(CellList|placeForecast)-/;
  /** What it loads once somebody looks for a satellite, where there is one. */
  const WITH_SATELLITE = /^SatelliteRow-/;
  /** What keeps the site for the time without a network, and what another app shared. It loads once the map is at rest. */
  const FOR_OFFLINE = /^(cacheSky|registerWorker|SharedText)-/;

  /** Every file that `path` brings along; imports of the map's own files for later count, those of other pages do not. */
  function withLaterImports(path: string, reached = new Set<string>()): Set<string> {
    if (reached.has(path)) return reached;
    reached.add(path);
    const imports = readText(path).matchAll(OF_THE_MAP.test(path) ? ANY_IMPORT : IMPORT_AT_ONCE);
    for (const [, name = ''] of imports)
      if (![REQUESTED, WITH_CELLS, WITH_SATELLITE, FOR_OFFLINE].some((later) => later.test(name)))
        withLaterImports(`assets/${name}`, reached);
    return reached;
  }

  const asset = (pattern: RegExp) => `assets/${assetNames().find((name) => pattern.test(name))}`;
  const programOfMap = () =>
    new Set([...programOf(readText('map.html')), ...withLaterImports(asset(/^MapPage-.*\.js$/))]);

  test('the map in all, with its worker and the program around it, is at most 610 kB compressed in 34 files', () => {
    const names = assetNames();
    const program = programOfMap().add(asset(/^map-worker-.*\.js$/));
    // A visitor loads one language: of each area, the largest.
    for (const area of [/^bg-.*\.js$/, /^map-.*\.js$/, /^sky-.*\.js$/]) {
      const languages = names.filter((name) => area.test(name)).map((name) => `assets/${name}`);
      program.add(languages.toSorted((a, b) => gzipped(b) - gzipped(a))[0] ?? '');
    }
    const kilobytes = sum(program) / KB;
    process.stdout.write(`map route: ${kilobytes.toFixed(1)} kB of program in ${program.size} files\n`);
    expect([...program].some((path) => path.includes('StrikeMap'))).toBe(true);
    expect(kilobytes).toBeGreaterThan(500);
    expect(kilobytes).toBeLessThanOrEqual(610);
    expect(program.size).toBeLessThanOrEqual(34);
  });

  test('the map’s worker has a small file of its own, and shares the rest with the page, which names both', () => {
    const [worker = '', ...others] = assetNames().filter((name) => /^map-worker-.*\.js$/.test(name));
    expect(others).toEqual([]);
    expect(gzipped(`assets/${worker}`)).toBeLessThanOrEqual(8 * KB);
    const [shared = ''] = assetNames().filter((name) => /^maplibre-shared-.*\.js$/.test(name));
    expect(readText(`assets/${worker}`)).toContain(shared);
    for (const file of htmlFiles.filter((name) => name.endsWith('map.html')))
      for (const name of [worker, shared]) expect(readText(file)).toContain(name);
  });

  test.each([
    ['the timeline, and what the bell and the wall ask, each', 15, 8, REQUESTED],
    ['what draws and tells storm cells', 2, 13, WITH_CELLS],
    ['what shows a satellite', 1, 3, WITH_SATELLITE],
    ['what keeps the site offline', 3, 5, FOR_OFFLINE],
  ])('%s: %d files that no page names, at most %d kB compressed', (what, count, most, pattern) => {
    const paths = assetNames().flatMap((name) => (pattern.test(name) && name.endsWith('.js') ? `assets/${name}` : []));
    const weights = pattern === REQUESTED ? paths.map(gzipped) : [sum(paths)];
    process.stdout.write(`${what}: ${weights.map((bytes) => (bytes / KB).toFixed(1)).join(', ')} kB\n`);
    expect(paths).toHaveLength(count);
    for (const bytes of weights) expect(bytes).toBeLessThanOrEqual(most * KB);
    const named = htmlFiles.map(readText).join();
    for (const path of paths) expect(named).not.toContain(path.slice('assets/'.length));
  });

  test('the site’s worker is at most 10 kB', () => expect(gzipped('sw.js')).toBeLessThanOrEqual(10 * KB));

  test('the tool of fires, its page and what draws them are at most 60 kB compressed beyond the map, texts and districts included, its second view 21 kB more', () => {
    const names = assetNames();
    const map = programOfMap();
    const own = new Set(programOf(readText('bg/fires.html')));
    for (const pattern of [/^FiresViews-.*\.js$/, /^FiresLayer-.*\.js$/]) withLaterImports(asset(pattern), own);
    const data = names
      .filter((name) => /^(regions|Fires\w+|usePointingAt)-.*\.(json|css)$/.test(name))
      .map((name) => `assets/${name}`);
    const bytes = sum([...[...own].filter((path) => !map.has(path)), ...data, 'bg/fires.html']);
    process.stdout.write(`fires: ${(bytes / KB).toFixed(1)} kB beyond the map\n`);
    expect([...own].some((path) => path.includes('FiresViews'))).toBe(true);
    expect(data).toHaveLength(3);
    expect(bytes).toBeLessThanOrEqual(60 * KB);

    // The second view's files come when it is asked for; its texts are in the page's.
    const second = withLaterImports(asset(/^HoldoverScreen-.*\.js$/));
    const holdover = [...second].filter((path) => !map.has(path) && !own.has(path));
    const styles = names.filter((name) => /^Holdover\w+-.*\.css$/.test(name)).map((name) => `assets/${name}`);
    const later = sum([...holdover, ...styles]);
    process.stdout.write(`holdover: ${(later / KB).toFixed(1)} kB more\n`);
    expect(later).toBeLessThanOrEqual(21 * KB);
  });

  test.each(htmlFiles.filter((name) => name.endsWith('map.html')))(
    '%s names all of its program, so that nothing waits for what comes before it',
    (file) => {
      const program = [...programOf(readText(file))].map((path) => path.replace(/^assets\/|-.{8}\.js$/g, ''));
      expect(program).toEqual(expect.arrayContaining(['start', 'MapPage', 'StrikeMap', 'webgl-device', 'map']));
      expect(program).toContain(file === 'map.html' ? 'en' : file.slice(0, 2));
    },
  );

  test('the map’s first script, which draws before its program has arrived, is at most 25 kB compressed, land included', () => {
    const names = assetNames().filter((name) => /^preview-.*\.js$/.test(name));
    expect(names).toHaveLength(1);
    const path = `assets/${names[0]}`;
    process.stdout.write(`map preview: ${(gzipped(path) / KB).toFixed(1)} kB\n`);
    expect(readText(path)).not.toMatch(/\bimport\b|\bexport\b/);
    expect(gzipped(path)).toBeLessThanOrEqual(25 * KB);
    for (const file of htmlFiles) {
      const isMap = file.endsWith('map.html');
      expect(readText(file).includes(`src="/${path}"`)).toBe(isMap);
      expect(readText(file).includes('id="preview"')).toBe(isMap);
    }
  });

  test('the landing page’s pictures below the sky come when they are scrolled to: those of the tools 60 kB together, those of the product 140 kB', () => {
    const isGround = ({ src = '' }) => src.includes('/ground-');
    for (const file of ['en.html', 'ru.html', 'bg.html']) {
      const pictures = elements(readText(file), 'img').filter((one) => one.src?.endsWith('.webp') && !isGround(one));
      expect(pictures).toHaveLength(9);
      for (const { loading } of pictures) expect(loading).toBe('lazy');
      const weigh = (some: typeof pictures) =>
        some.reduce((all, { src = '' }) => all + readBytes(src.slice(1)).length, 0);
      const isReal = ({ src = '' }) => /\/(phone|wall|alert)-/.test(src);
      expect(weigh(pictures.filter((one) => !isReal(one)))).toBeLessThanOrEqual(60 * KB);
      expect(weigh(pictures.filter(isReal))).toBeLessThanOrEqual(140 * KB);
    }
  });

  test('the hero’s ground is a picture of at most 90 kB, and its lightning comes in files that no page names, at most 12 kB compressed', () => {
    const named = [...elements(readText('en.html'), 'img'), ...elements(readText('en.html'), 'source')]
      .flatMap(({ src, srcset }) => src ?? srcset ?? [])
      .filter((path) => path.includes('/ground-'));
    expect(named).toHaveLength(2);
    for (const path of named) expect(readBytes(path.slice(1)).length).toBeLessThanOrEqual(90 * KB);
    const own = assetNames().filter((name) => /^(LiveSky|TownResult)-.*\.js$/.test(name));
    expect(own).toHaveLength(2);
    const lightning = gzipped(`assets/${own.find((name) => name.startsWith('LiveSky'))}`);
    process.stdout.write(`hero: ${(lightning / KB).toFixed(1)} kB of lightning\n`);
    expect(lightning).toBeLessThanOrEqual(12 * KB);
    expect(readText('en.html')).not.toMatch(/LiveSky|TownResult/);
  });
});

describe('kept files', () => {
  const { build, files }: { build: string; files: string[] } = JSON.parse(
    /^self\.SITE_CACHE=(.*);$/m.exec(readText('sw.js'))?.[1] ?? '{}',
  );

  test('what the worker keeps exists, and holds all that the map’s pages name', () => {
    for (const file of files) expect(fileAt(file)).not.toBeNull();
    for (const page of ['map.html', 'en/map.html', 'ru/map.html', 'bg/map.html']) {
      if (!fileExists(page)) throw new Error(page);
      const html = readText(page);
      const named = [
        ...elements(html, 'script').flatMap(({ src }) => src ?? []),
        ...elements(html, 'link').flatMap(({ rel, href }) => (rel === 'stylesheet' ? (href ?? []) : [])),
        ...elements(html, 'div').flatMap((element) => element['data-modules']?.split(' ') ?? []),
      ];
      expect(named).toContain(`/assets/${build}.js`);
      for (const name of named) expect(files).toContain(name);
    }
  });

  test('it holds what the map loads later: lists, drawing, texts of three languages, place names, the ground', () => {
    const one = (name: string) => files.filter((file) => new RegExp(`/${name}-.{8}\\.\\w+$`).test(file));
    for (const name of ['Timeline', 'CellList', 'SearchBox', 'WatchBox', 'cacheSky', 'gazetteer', 'map-worker'])
      expect(one(name).length).toBeGreaterThan(0);
    for (const area of ['map', 'mapMore', 'mapTools', 'sky', 'watch']) expect(one(area)).toHaveLength(3);
    expect(files).toContain('/basemap/world.geojson');
  });

  test('it holds no pictures and no other page, and less than 1.4 MB', () => {
    expect(files.filter((file) => /\.(webp|png|jpg)$/.test(file))).toEqual([]);
    expect(files.filter((file) => !file.includes('.'))).toEqual(['/map', '/en/map', '/ru/map', '/bg/map']);
    expect(files.filter((file) => /Page-/.test(file) && !/MapPage-/.test(file))).toEqual([]);
    expect(files.length).toBeLessThan(assetNames().length + 120);
    const bytes = files.reduce((total, file) => total + gzipSync(readBytes(fileAt(file) ?? '')).length, 0);
    process.stdout.write(`kept for offline: ${(bytes / 1e6).toFixed(2)} MB in ${files.length} files\n`);
    expect(bytes).toBeLessThan(1_400_000);
  });
});

describe('source maps', () => {
  const REPORTED_BY = 'web/kit/browser/reportErrors.ts';
  const mapOf = (name: string) => join(projectRoot, '.cache/siteMaps', `${name}.map`);

  const program = assetNames().filter((name) => /^(index|start|StrikeMap|map-worker)-.*\.js$/.test(name));

  test('no source map is served, or named by what is', () => {
    expect(assetNames().filter((name) => name.endsWith('.map'))).toEqual([]);
    expect(program.length).toBeGreaterThan(3);
    for (const name of program) expect(readText(`assets/${name}`)).not.toContain('sourceMappingURL');
  });

  // Only the build into dist/ keeps them.
  test.skipIf(process.env.SITE_DIR)(
    'each file of the program has a map beside the site, which knows its places',
    () => {
      expect(program.filter((name) => !existsSync(mapOf(name)))).toEqual([]);
      const entry = program.find((name) => name.startsWith('index-')) ?? '';
      const [before = ''] = readText(`assets/${entry}`).split('unhandledrejection');
      const lines = before.split('\n');
      const map = new SourceMap(JSON.parse(readFileSync(mapOf(entry), 'utf8')));
      const found = map.findOrigin(lines.length, (lines.at(-1) ?? '').length);
      const source = readFileSync(join(projectRoot, REPORTED_BY), 'utf8').split('unhandledrejection')[0] ?? '';
      expect(found).toMatchObject({ fileName: `../../${REPORTED_BY}`, lineNumber: source.split('\n').length });
    },
  );
});

describe('the map that ships with the site', () => {
  const WORLD_FILE = 'basemap/world.geojson';
  const RELIEFS = (['light', 'dark'] as const).map((theme) => `basemap/${reliefName(theme)}`);
  const GROUND = [LAND, LINES, RIVERS, TOWNS];
  const SETS: readonly TileSet[] = [...GROUND, LANDMARKS, ...NAMES];
  const ZOOMS = [4, 5, 6, 6.5, 7, 8, 9, 10, 11, 12];
  const SCREENS = [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
  ];

  const sizes = new Map<string, number>();
  function gzipped(path: string): number {
    const held = sizes.get(path) ?? gzipSync(readBytes(path)).length;
    sizes.set(path, held);
    return held;
  }

  /** Files that are no tiles: the names of ranges, the relief of one palette, and the world's ground where it is needed. */
  const wholeFiles = (world: boolean) =>
    gzipped('basemap/ranges.geojson') + Math.max(...RELIEFS.map(gzipped)) + (world ? gzipped(WORLD_FILE) : 0);

  const zoomsOf = ({ zooms: [first, last] }: TileSet) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const pathOf = (set: TileSet, zoom: number, x: number, y: number) => `basemap/${set.name}/${zoom}/${x}/${y}.pbf`;
  const filesOf = (set: TileSet) => zoomsOf(set).flatMap((z) => groundTiles(z).map(([x, y]) => pathOf(set, z, x, y)));

  interface View {
    readonly longitude: number;
    readonly latitude: number;
    readonly zoom: number;
    readonly width: number;
    readonly height: number;
  }

  /** What MapLibre loads of a set for a view: tiles of the whole zoom below, or of the last one there is. */
  function filesInView(set: TileSet, { longitude, latitude, zoom, width, height }: View): string[] {
    const [first, last] = set.zooms;
    const z = Math.min(Math.floor(zoom), last);
    if (z < first || zoom < ('fromZoom' in set ? Number(set.fromZoom) : 0)) return [];
    const span = (centre: number, pixels: number) => {
      const half = pixels / 2 / (512 * 2 ** zoom);
      return [Math.floor((centre - half) * 2 ** z), Math.floor((centre + half) * 2 ** z)] as const;
    };
    const [west, east] = span(mercatorX(longitude), width);
    const [north, south] = span(mercatorY(latitude), height);
    return groundTiles(z)
      .filter(([x, y]) => x >= west && x <= east && y >= north && y <= south)
      .map(([x, y]) => pathOf(set, z, x, y));
  }

  const [west, south, east, north] = GROUND_BOUNDS;
  const centres = Array.from({ length: 20 * 20 }, (_, at) => ({
    longitude: west + ((east - west) * ((at % 20) + 0.5)) / 20,
    latitude: south + ((north - south) * (Math.floor(at / 20) + 0.5)) / 20,
  }));

  const weigh = (sets: readonly TileSet[], view: View) =>
    sets
      .flatMap((set) => filesInView(set, view))
      .reduce(
        (sum, path) => sum + gzipped(path),
        wholeFiles(beyondRegion(view, viewBox(view, view.width, view.height))),
      );

  /** The heaviest view at a zoom, in bytes. */
  function heaviest(sets: readonly TileSet[], zoom: number): number {
    const views = centres.flatMap((centre) => SCREENS.map((screen) => ({ ...centre, ...screen, zoom })));
    return Math.max(...views.map((view) => weigh(sets, view)));
  }

  test('has a file for every tile within its bounds: for another the host would answer a page', () => {
    for (const set of SETS) expect(filesOf(set).filter((path) => !fileExists(path))).toEqual([]);
  });

  test('weighs at most 1.6 MB in all, compressed', () => {
    const weights = SETS.map((set) => ({
      name: set.name,
      bytes: filesOf(set).reduce((sum, path) => sum + gzipped(path), 0),
    }));
    const all = weights.reduce((sum, { bytes }) => sum + bytes, wholeFiles(true) + Math.min(...RELIEFS.map(gzipped)));
    for (const { name, bytes } of weights) process.stdout.write(`${name}: ${(bytes / KB).toFixed(1)} kB\n`);
    process.stdout.write(`shipped map: ${(all / KB).toFixed(1)} kB\n`);
    expect(all).toBeGreaterThan(400 * KB);
    expect(all).toBeLessThanOrEqual(1_600 * KB);
  });

  test.each(ZOOMS)('loads at most 280 kB for any view at zoom %d, names and relief included', (zoom) => {
    const [whole, ground] = [heaviest(SETS, zoom), heaviest(GROUND, zoom)];
    process.stdout.write(`zoom ${zoom}: ${(whole / KB).toFixed(1)} kB, ${(ground / KB).toFixed(1)} kB without names\n`);
    expect(whole).toBeLessThanOrEqual(280 * KB);
  });

  test('loads at most 150 kB for the default view', () => {
    const weights = SCREENS.map((screen) => weigh(SETS, { ...DEFAULT_VIEW, ...screen }));
    process.stdout.write(`default view: ${(Math.max(...weights) / KB).toFixed(1)} kB\n`);
    expect(Math.max(...weights)).toBeLessThanOrEqual(150 * KB);
  });

  test('is served as tiles, with a type that the host compresses', () => {
    for (const set of ['land', 'lines', 'names', 'landmarks', 'rivers', 'towns']) {
      expect(readText('_headers')).toContain(`/basemap/${set}/*\n  Content-Type: application/x-protobuf\n`);
    }
  });
});
