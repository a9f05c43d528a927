import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { HOME_BOX as home } from '#shared/geo/Areas.ts';
import { openApi30 } from '#worker/ogc/openApi30.ts';

const origin = 'https://lightning.example';
const site = {
  ...{ origin, root: `${origin}/api/v1/ogc`, home, nowMs: 2, keptFromMs: 0, dayFromMs: 1, attribution: 'Us' },
  simulated: false,
};
const document = openApi30(site);

describe('the OpenAPI document for GIS', () => {
  test('is 3.0, and passes redocly’s recommended rules without an error or a warning', async () => {
    expect(document.openapi).toMatch(/^3\.0\./);
    const problems = await lintDocument({
      document: makeDocumentFromString(JSON.stringify(document), 'api.json'),
      config: await createConfig({ extends: ['recommended'] }),
      externalRefResolver: new BaseResolver(),
    });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual(
      [],
    );
  });

  test('says where QGIS looks for it how many features a page may have', () => {
    expect(document).toMatchObject({
      components: { parameters: { limit: { schema: { maximum: 10_000, default: 10_000 } } } },
    });
  });
});
