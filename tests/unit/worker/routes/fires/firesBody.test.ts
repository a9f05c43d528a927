import * as v from 'valibot';
import { expect, test } from 'vitest';
import { FiresBody } from '#shared/fires/FiresBody.ts';
import type { KeptFire } from '#worker/fires/FireTable.ts';
import type { SourceRow } from '#worker/fires/HotspotTable.ts';
import { fireBody, firesContext } from '#worker/routes/fires/firesBody.ts';

const NOW_MS = Date.UTC(2026, 6, 20, 18);
const FLARE: KeptFire = {
  ...{ id: 'flare', latitude: 42.123456789, longitude: 24, firstSeenMs: NOW_MS - 9e8, lastSeenMs: NOW_MS - 6e6 },
  ...{ frpMw: 5.256, isStatic: true, state: 'none', chance: 0, candidates: [] },
};
const ROWS: readonly SourceRow[] = [{ satellite: 'modis', newestMs: null, cause: 'never read' }];

test('a static source is told as one', () => {
  expect(fireBody(FLARE)).toMatchObject({ latitude: 42.12346, static: true, frpMw: 5.26 });
  expect(fireBody({ ...FLARE, isStatic: false })).toMatchObject({ static: false });
});

test('fires of a simulated sky are said to be simulated, those of a real one are not', () => {
  const bodyOf = (source: 'live' | 'simulated') =>
    v.parse(FiresBody, { fires: [fireBody(FLARE)], ...firesContext(ROWS, source, NOW_MS) });
  expect(bodyOf('simulated')).toHaveProperty('simulated', true);
  expect(bodyOf('live')).not.toHaveProperty('simulated');
});
