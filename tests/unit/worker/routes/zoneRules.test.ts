import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { app } from '#worker/app.ts';

const operations = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');

/**
 * Which rule of the zone counts a call. `dear`: it searches the archive or asks the provider, draws, or writes anew.
 * `cheap`: all others. A new route must be entered.
 */
const RULE_OF: Readonly<Record<string, 'dear' | 'stream' | 'cheap'>> = {
  'GET /live': 'stream',
  'POST /contact': 'dear',
  'POST /client-errors': 'dear',
  'GET /strikes': 'dear',
  'GET /strikes/by-ordinal/:ordinal': 'dear',
  'GET /strikes/:id': 'dear',
  'GET /counts': 'dear',
  'GET /days/:day/:grid': 'dear',
  // With what the first begins, so are the documents of a collection.
  'GET /ogc/collections/:collection/items': 'dear',
  'GET /ogc/collections/:collection/items/:feature': 'dear',
  'GET /ogc/collections/:collection': 'dear',
  'GET /ogc/collections/:collection/schema': 'dear',
  'GET /picture.svg': 'dear',
  'GET /place.png': 'dear',
  'POST /look-up': 'dear',
  'GET /fires': 'dear',
  'GET /fires/:id': 'dear',
  'GET /holdover': 'dear',
  'POST /walls': 'dear',
  'POST /watch': 'dear',
  'POST /watch/preview': 'dear',
  // The map opens many slices and tiles at once; closed hours that no cache has are paid for.
  'GET /tiles/:z/:x/:y/:hour/planes': 'cheap',
  'GET /tiles/:z/:x/:y/:hour/detail': 'cheap',
  // One row of D1; the rest is R2's, and paid for by the megabyte.
  'GET /files/:file': 'cheap',
  'GET /basemap': 'cheap',
  'GET /basemap/:tag/:z/:x/:y': 'cheap',
  'GET /cells': 'cheap',
  'GET /cells/:minute': 'cheap',
  'GET /status': 'cheap',
  'GET /proof': 'cheap',
  'GET /witness/flashes': 'cheap',
  'GET /openapi.json': 'cheap',
  'GET /ogc': 'cheap',
  'GET /ogc/': 'cheap',
  'GET /ogc/conformance': 'cheap',
  'GET /ogc/api': 'cheap',
  'GET /ogc/lightning.qlr': 'cheap',
  'GET /ogc/collections': 'cheap',
  'GET /watch/vapid': 'cheap',
  // All chats come from Telegram's few addresses, and the devices of a mobile network from few others.
  'POST /watch/receipts': 'cheap',
  'POST /telegram': 'cheap',
};
/** A call to a book, or to a wall, concerns that one alone, and a brigade's screens share one address. */
const OF_A_BOOK = /^[A-Z]+ \/(watch|walls)\/:id(\/|$)/;

/** One row of a table in the document. */
const rowOf = (name: string) => operations.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';

/** Whether a rule's expression names the path: all of it, by its beginning, or in a list. */
function names(row: string, path: string): boolean {
  const begins = [...row.matchAll(/(?<!not )starts_with\(http\.request\.uri\.path, "([^"]+)"\)/g)];
  const whole = [...row.matchAll(/uri\.path eq "([^"]+)"/g)];
  const lists = [...row.matchAll(/uri\.path in \{([^}]+)\}/g)].flatMap(([, list]) => [
    ...(list ?? '').matchAll(/"([^"]+)"/g),
  ]);
  return (
    begins.some(([, start]) => path.startsWith(start ?? '')) || [...whole, ...lists].some(([, one]) => path === one)
  );
}

const calls = [
  ...new Set(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith(API_ROOT))
      .map(({ method, path }) => `${method} ${path.slice(API_ROOT.length)}`),
  ),
];
const ruleOf = (call: string) => RULE_OF[call] ?? (OF_A_BOOK.test(call) ? 'cheap' : undefined);
const pathOf = (call: string) => API_ROOT + call.replace(/^[A-Z]+ /, '').replaceAll(/:\w+/g, '1');

describe('the rate rules of the zone in docs/operations.md', () => {
  test('each call of the API is judged, and none that is not there', () => {
    expect(calls.filter((call) => ruleOf(call) === undefined)).toEqual([]);
    expect(Object.keys(RULE_OF).filter((call) => !calls.includes(call))).toEqual([]);
  });

  test('the first names every dear call, and no cheap one', () => {
    const row = rowOf('what reads the archive or writes');
    expect(calls.filter((call) => ruleOf(call) === 'dear' && !names(row, pathOf(call)))).toEqual([]);
    expect(calls.filter((call) => ruleOf(call) !== 'dear' && names(row, pathOf(call)))).toEqual([]);
  });

  test('the second names the stream alone', () => {
    expect(calls.filter((call) => names(rowOf('streams'), pathOf(call)))).toEqual(['GET /live']);
  });

  test('bodies are let through to each call that reads one', () => {
    const row = rowOf('bodies where none is read').replaceAll('not starts_with', 'starts_with');
    expect(calls.filter((call) => call.startsWith('POST ') && !names(row, pathOf(call)))).toEqual([]);
  });

  test('methods are let through to each call that has them', () => {
    const row = rowOf('methods');
    const everywhere = [...(/request\.method in \{([^}]+)\}/.exec(row)?.[1] ?? '').matchAll(/"([A-Z]+)"/g)].map(
      ([, one]) => one,
    );
    const exempt = row.replaceAll('not starts_with', 'starts_with').split(' and ').slice(2).join(' ');
    const blocked = (call: string) => !everywhere.includes(call.split(' ')[0]) && !names(exempt, pathOf(call));
    expect(everywhere).toContain('GET');
    expect(calls.filter(blocked)).toEqual([]);
  });
});
