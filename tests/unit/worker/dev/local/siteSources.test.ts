import { expect, test } from 'vitest';
import { GOOD_VARIABLES } from '#tests/support/workerVariables.ts';
import { siteSources } from '#worker/dev/local/deployment/siteSources.ts';

const NOW_MS = Date.UTC(2026, 10, 25);
const told = (SOURCES: string) => siteSources({ ...GOOD_VARIABLES, PUBLIC_DATA_SOURCE: 'A network', SOURCES }, NOW_MS);

test('pages that are built once name whose data are shown, what they are, and whether they may warn', () => {
  expect(told('')).toEqual({});
  expect(told('primary=mtg-li')).toEqual({
    PUBLIC_SOURCE_CREDIT: 'Contains modified EUMETSAT Meteosat data 2026',
    PUBLIC_SOURCE_KIND: 'optical-flash',
    PUBLIC_SOURCE_GUARDS: '0',
  });
  expect(told('primary=provider,witness=mtg-li')).toMatchObject({
    PUBLIC_SOURCE_KIND: 'cg-stroke',
    PUBLIC_SOURCE_GUARDS: '',
  });
});
