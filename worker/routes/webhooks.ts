import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { MESSAGE_TYPES, type MessageType } from '#shared/watch/bodies.ts';
import { jsonAnswer } from '#worker/http/answers.ts';
import { anyMessage, MessageFire, MessageStrike, Missed, ownMessage } from '#worker/watch/messages.ts';

const SUMMARIES: Readonly<Record<MessageType, string>> = {
  'watch.raise': 'The level rose to the recipient’s threshold, or further',
  'watch.again': 'Stop begins anew: lightning struck during its countdown',
  'watch.lowered': 'The level fell below the threshold; no all-clear',
  'watch.clear': 'The all-clear',
  'watch.blind': 'Nothing is seen: nobody knows whether lightning strikes',
  'watch.sight': 'There is sight again; `level` is what holds',
  'watch.early': 'A storm is likely to come; no level changes',
  'fire.likely-lightning': 'A fire in or near the area is likely lightning, if asked for; no level changes',
  'watch.notice': 'News of the watchbook or its recipients, in `text`',
  'watch.ended': 'The area is no longer watched; no all-clear',
  'watch.test': 'Somebody pressed “test”, or runs a drill',
  'watch.challenge': 'Prove that you want these: echo `challenge`',
  'watch.heartbeat': 'A sign of life every five minutes, if asked for',
};

const hookSignature = {
  type: 'apiKey',
  in: 'header',
  name: 'webhook-signature',
  description:
    'Standard Webhooks 1.0: `v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`, with the key whose Base64 follows ' +
    '`whsec_`; over the raw body. `webhook-timestamp` is the Unix time of this attempt in seconds: refuse one older than five ' +
    'minutes. `webhook-id` is the same for every attempt: drop one that you have taken before.',
} as const;

const taken = {
  description:
    'Taken. After 410 nothing is sent here ever again. After anything else, or five seconds without an answer, the message ' +
    'is sent again, later and later, for as long as it matters. Redirects are not followed.',
};
const echo = jsonAnswer(
  'Taken. Until a challenge was echoed nothing else is sent.',
  v.object({ challenge: v.string() }),
);

/** The messages to webhooks, from the schemas that type them: two parts of an OpenAPI 3.1 document. */
export function describeWebhooks() {
  return {
    webhooks: Object.fromEntries(MESSAGE_TYPES.map((type) => [type, { post: operationOf(type) }])),
    components: {
      schemas: {
        WatchMessage: schemaOf(anyMessage),
        MessageStrike: schemaOf(MessageStrike),
        MessageFire: schemaOf(MessageFire),
        Missed: schemaOf(Missed),
      },
      responses: { taken, echo },
      securitySchemes: { hookSignature },
    },
  };
}

const refer = (path: string) => ({ $ref: `#/components/${path}` });

function operationOf(type: MessageType) {
  const { properties } = schemaOf(ownMessage(type), { MessageStrike, MessageFire, Missed });
  const schema = { allOf: [refer('schemas/WatchMessage'), { properties }] };
  return {
    operationId: type,
    summary: SUMMARIES[type],
    security: [{ hookSignature: [] }],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '200': refer(`responses/${type === 'watch.challenge' ? 'echo' : 'taken'}`) },
  };
}

/** As JSON schema; refers to `named` schemas by their names. */
function schemaOf(
  schema: v.GenericSchema,
  named: Readonly<Record<string, v.GenericSchema>> = {},
): { readonly properties: Record<string, object> } {
  const made = toJsonSchema(schema, {
    target: 'draft-2020-12',
    definitions: named,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  });
  const { $schema: _, $defs: __, properties = {}, ...others } = made;
  return { ...others, properties: properties as Record<string, object> };
}
