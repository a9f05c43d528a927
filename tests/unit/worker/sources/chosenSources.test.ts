import { describe, expect, test } from 'vitest';
import { GOOD_VARIABLES as GOOD } from '#tests/support/workerVariables.ts';
import { STAND_IN_DECLARATIONS } from '#worker/dev/standIns/sources/tableTexts.ts';
import { parseSources, strikesAttribution, toldPrimary, toldWitness } from '#worker/sources/chosenSources.ts';

const NOW_MS = Date.UTC(2026, 10, 25);

const chosen = (variables: Record<string, unknown>) => {
  const { sources, faults } = parseSources({ ...GOOD, ...variables });
  return { faults, names: sources.map(({ role, traits }) => `${role}=${traits.name}`) };
};

describe('SOURCES', () => {
  test.each([undefined, '', ' '])('%j means the provider, as ever', (SOURCES) => {
    expect(chosen({ SOURCES })).toEqual({ faults: [], names: ['primary=provider'] });
  });

  test.each([
    ['primary=blitz', /^SOURCES has a source that is none of provider/],
    ['main=provider', /^SOURCES has a role that is none of primary, backup, witness$/],
    ['primary', /^SOURCES has a source that is none of/],
    ['witness=provider', /^SOURCES names no primary source$/],
    ['primary=provider,primary=provider', /^SOURCES names the role primary twice$/],
    ['primary=provider,backup=provider', /^SOURCES names a source twice$/],
  ])('%j is refused with what is wrong', (SOURCES, said) => {
    expect(chosen({ SOURCES }).faults).toContainEqual(expect.stringMatching(said));
  });

  test('a source shown under a contract needs whose data they are', () => {
    const SOURCES = 'primary=provider';
    expect(chosen({ SOURCES }).faults).toEqual([expect.stringMatching(/^PUBLIC_DATA_SOURCE must say whose/)]);
    expect(chosen({ SOURCES, PUBLIC_DATA_SOURCE: 'A network' }).faults).toEqual([]);
  });

  test.each([
    [
      'a home outside of what the source covers',
      'primary=table',
      { coverage: '3,53,33,71.5' },
      'HOME_BBOX lies outside of what table covers',
    ],
    [
      'data that may not be shown',
      'primary=table',
      { publicUse: 'no' },
      'SOURCES names table, whose data may not be shown to the public',
    ],
    [
      'a backup of another kind',
      'primary=provider,backup=table',
      { kind: 'total-flash' },
      'SOURCES: table sees other lightning than provider, so it is no backup',
    ],
    [
      'a backup that is late',
      'primary=provider,backup=table',
      { kind: 'cg-stroke', delayMs: { typical: 0, worst: 60_001 } },
      'SOURCES: table is too late or too coarse to guard, so nothing can back it up',
    ],
  ])('%s is refused', (_, SOURCES, declared, said) => {
    const TABLE_DECLARATION = JSON.stringify({ ...STAND_IN_DECLARATIONS.csv, ...declared });
    const TABLE_URL = 'http://127.0.0.1:9/{west}/{south}/{east}/{north}/{from}/{to}';
    const variables = { SOURCES, TABLE_DECLARATION, TABLE_URL, PUBLIC_DATA_SOURCE: 'A network' };
    expect(chosen(variables).faults).toEqual([said]);
  });

  test('simulated strikes come from this machine alone', () => {
    const given = { SOURCES: 'primary=provider', FEED_SOURCE: 'simulated' };
    expect(chosen(given).faults).toEqual(['FEED_SOURCE must be live: PROVIDER_BASE_URL is not on this machine']);
    expect(chosen({ ...given, PROVIDER_BASE_URL: 'http://127.0.0.1:8080' }).faults).toEqual([]);
  });
});

test('[ST14] hello tells of a primary source only what is not as ever', () => {
  const [usual] = parseSources(GOOD).sources;
  expect(toldPrimary([usual], NOW_MS)).toEqual({});
  const traits = { ...usual.traits, name: 'files', kind: 'optical-flash' as const, attribution: 'Somebody {year}' };
  expect(toldPrimary([{ ...usual, guards: false, traits }], NOW_MS)).toEqual({
    primary: {
      name: 'files',
      kind: 'optical-flash',
      guards: false,
      worstDelayMs: 60_000,
      errorKm: 0.5,
      attribution: 'Somebody 2026',
    },
  });
});

test('strikes may be of the primary source or of its backup: the words of both are told, each once, the witness’s apart', () => {
  const [usual] = parseSources(GOOD).sources;
  const of = (role: 'primary' | 'backup' | 'witness', attribution: string) => ({
    ...usual,
    role,
    traits: { ...usual.traits, attribution },
  });
  const told = (...sources: ReturnType<typeof of>[]) => strikesAttribution(sources, NOW_MS);
  expect(told(of('primary', 'Network {year}'), of('backup', 'Other'), of('witness', 'Satellite'))).toBe(
    'Network 2026; Other',
  );
  expect(told(of('primary', 'One'), of('backup', 'One'))).toBe('One');
  expect(told(of('primary', ''), of('backup', 'Other'))).toBe('Other');
  expect(strikesAttribution([usual], NOW_MS)).toBe('');
});

describe('SOURCES names a witness that', () => {
  const li = { MTG_LI_KEY: 'key', MTG_LI_SECRET: 'secret' };
  const witnessed = (SOURCES: string) => parseSources({ ...GOOD, ...li, PUBLIC_DATA_SOURCE: 'A network', SOURCES });

  test('is a satellite beside a source of another kind, and is told with its licence', () => {
    const { sources, faults } = witnessed('primary=provider,witness=mtg-li');
    expect(faults).toEqual([]);
    expect(toldWitness(sources, Date.UTC(2026, 6, 1))).toEqual({
      witness: { name: 'mtg-li', attribution: 'Contains modified EUMETSAT Meteosat data 2026' },
    });
    expect(toldWitness(witnessed('primary=provider').sources, Date.UTC(2026, 6, 1))).toEqual({});
  });

  test('is refused if it sees by radio', () => {
    expect(witnessed('primary=mtg-li,witness=provider').faults).toEqual([
      'SOURCES: provider is no satellite with files, and only one can be the witness',
    ]);
  });
});
