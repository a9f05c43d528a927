import { describe, expect, test } from 'vitest';
import { MESSAGE_TYPES } from '#shared/watch/RecipientView.ts';
import { describeWebhooks } from '#worker/routes/webhooks.ts';

interface Described {
  readonly allOf: readonly [object, { readonly properties: { readonly type: object; readonly data: DescribedData } }];
}
interface DescribedData {
  readonly properties: object;
  readonly required: readonly string[];
}

const { webhooks, components } = describeWebhooks();

/** What a type has beside what every message has: `name` always, `name?` sometimes. */
function ownOf(type: string): string[] {
  const schema = webhooks[type]?.post.requestBody.content['application/json'].schema as unknown as Described;
  const { data } = schema.allOf[1].properties;
  return Object.keys(data.properties).map((name) => (data.required.includes(name) ? name : `${name}?`));
}

describe('webhooks in the API’s document', () => {
  test('[AP4] [TL10] say of each type of message what it alone has, and that a challenge is echoed', () => {
    expect(Object.keys(webhooks)).toEqual(MESSAGE_TYPES);
    const area = ['areaId', 'areaName'];
    expect(ownOf('watch.raise')).toEqual([...area, 'strike?', 'since?', 'unconfirmedMin?', 'correction?', 'late?']);
    expect(ownOf('watch.clear')).toEqual([...area, 'missed?']);
    expect(ownOf('fire.likely-lightning')).toEqual([...area, 'fire', 'correction?']);
    expect(ownOf('watch.test')).toEqual(['areaId?', 'areaName?', 'drill?']);
    expect(ownOf('watch.challenge')).toEqual(['challenge']);
    expect(ownOf('watch.heartbeat')).toEqual([]);
    const answers = MESSAGE_TYPES.filter((type) => webhooks[type]?.post.responses['200'].$ref.endsWith('/echo'));
    expect(answers).toEqual(['watch.challenge']);
  });

  test('every reference leads somewhere, and all of it has at most 11.5 kB', () => {
    const text = JSON.stringify(webhooks);
    const { securitySchemes: _, ...referred } = components;
    const names = new Set(
      [...text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
    );
    const there = Object.entries(referred).flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`));
    expect([...names].sort()).toEqual(there.sort());
    expect(text.length + JSON.stringify(components).length).toBeLessThanOrEqual(11_500);
  });
});
