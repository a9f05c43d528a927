import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '#shared/time/Clock.ts';
import type { KnownStrike } from '#worker/dev/standIns/sources/startSource.ts';
import { startTable, type TableStandIn } from '#worker/dev/standIns/sources/startTable.ts';
import { mayGuard } from '#worker/sources/port/SourceTraits.ts';
import type { WindowSource } from '#worker/sources/port/StrikeSource.ts';
import { sourceTable } from '#worker/sources/sourceTable.ts';

const AT_MS = Date.UTC(2026, 6, 1, 12, 0, 0, 7);
const WINDOW = {
  bbox: { west: 13, south: 34, east: 31, north: 48 },
  fromMs: Date.UTC(2026, 6, 1, 12),
  toMs: Date.UTC(2026, 6, 1, 12, 1),
};
const STRIKE: KnownStrike = {
  atMs: AT_MS,
  latitude: 42.7001,
  longitude: 23.3001,
  detail: {
    type: 'cloud',
    currentKa: -20,
    multiplicity: 3,
    ellipse: { semiMajorKm: 1.95, semiMinorKm: 1.53, azimuth: 24.99 },
  },
};

let standIn: TableStandIn | undefined;
afterEach(() => standIn?.close());

function openedUalf(variables: Record<string, string>) {
  const opening = sourceTable.ualf(variables);
  if ('faults' in opening) throw new Error(opening.faults.join('; '));
  return opening;
}

describe('a service in UALF 2', () => {
  test('is asked by from, to and bbox, with its token, and tells all that a row tells', async () => {
    standIn = await startTable('ualf');
    standIn.add(STRIKE);
    const address = standIn.template.replace(/\?.*/, '');
    const source = openedUalf({ UALF_BASE_URL: address, UALF_TOKEN: 'secret' }).open({ fetch, clock: systemClock });
    const answer = await (source as WindowSource).list(WINDOW);
    expect(answer).toMatchObject({ kind: 'strikes', rows: 1, truncated: false, skipped: [] });
    expect(answer).toMatchObject({ strikes: [{ ...STRIKE, id: expect.stringMatching(/^[0-9a-z.-]{11,40}$/) }] });
    expect(standIn.authorizations).toEqual(['Bearer secret']);
    expect(Object.fromEntries(standIn.asked[0]?.searchParams ?? [])).toEqual({
      from: '2026-07-01T11:59:59.999Z',
      to: '2026-07-01T12:01:00.001Z',
      bbox: '13,34,31,48',
    });
  });

  test('may be asked by a template of its own', () => {
    const template = 'https://strikes.net/{west}/{south}/{east}/{north}?a={fromMs}&b={toMs}';
    expect(openedUalf({ UALF_BASE_URL: template }).addresses).toEqual({ UALF_BASE_URL: template });
    expect(sourceTable.ualf({ UALF_BASE_URL: 'https://strikes.net/{from}' })).toEqual({
      faults: expect.arrayContaining(['UALF_BASE_URL must have {west}']),
    });
  });

  test('is shown under a contract, by radio and of every kind, and half of its strikes lie in their ellipses', () => {
    const { traits } = openedUalf({ UALF_BASE_URL: 'https://strikes.net/ualf' });
    expect(traits).toMatchObject({
      name: 'ualf',
      kind: 'total-flash',
      ellipseShare: 0.5,
      identity: 'made',
      publicUse: 'contract',
    });
    expect(mayGuard(traits)).toBe(true);
  });
});
