import { describe, expect, test } from 'vitest';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { bboxWithin } from '#shared/geo/BBox.ts';
import { mtgLi } from '#worker/sources/mtgLi/mtgLi.ts';
import { attributionAt, mayGuard } from '#worker/sources/port/SourceTraits.ts';
import { sourceTable } from '#worker/sources/sourceTable.ts';

const open = sourceTable['mtg-li'];
const CREDENTIALS = { MTG_LI_KEY: 'key', MTG_LI_SECRET: 'secret' };

const traits = () => mtgLi.traits({ ...CREDENTIALS, MTG_LI_BASE_URL: 'https://store.net' });

describe('the Lightning Imager as a source', () => {
  test('is asked at EUMETSAT unless another address is set', () => {
    expect(open(CREDENTIALS)).toMatchObject({ addresses: { MTG_LI_BASE_URL: 'https://api.eumetsat.int' } });
    const MTG_LI_BASE_URL = 'http://127.0.0.1:8080/';
    expect(open({ ...CREDENTIALS, MTG_LI_BASE_URL })).toMatchObject({
      addresses: { MTG_LI_BASE_URL: 'http://127.0.0.1:8080' },
    });
  });

  test.each([
    [{}, 'MTG_LI_KEY and MTG_LI_SECRET must be set: EUMETSAT gives them free of charge'],
    [{ MTG_LI_KEY: 'key' }, 'MTG_LI_SECRET must be set together with MTG_LI_KEY'],
    [{ MTG_LI_SECRET: 'secret' }, 'MTG_LI_KEY must be set together with MTG_LI_SECRET'],
    [{ ...CREDENTIALS, MTG_LI_KEY: 'a:b' }, 'MTG_LI_KEY must be printable ASCII without colon or blank'],
    [{ ...CREDENTIALS, MTG_LI_SECRET: 'ключ' }, 'MTG_LI_SECRET must be printable ASCII without blank'],
    [{ ...CREDENTIALS, MTG_LI_BASE_URL: 'eumetsat' }, 'MTG_LI_BASE_URL must be a URL'],
  ])('is refused with what is wrong: %j', (variables, fault) => {
    expect(open(variables)).toMatchObject({ faults: expect.arrayContaining([fault]) });
  });

  test('is public, covers home, and stands behind no all-clear, level or nowcast', () => {
    expect(traits()).toMatchObject({ kind: 'optical-flash', identity: 'given', publicUse: 'yes' });
    expect(bboxWithin(HOME_BOX, traits().coverage)).toBe(true);
    expect(mayGuard(traits())).toBe(false);
  });

  test('is named as its licence asks, with the year', () => {
    expect(attributionAt(traits(), Date.UTC(2026, 6, 1))).toBe('Contains modified EUMETSAT Meteosat data 2026');
  });
});
