import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { MESSAGE_TYPES, type MessageType } from '#shared/watch/bodies.ts';
import { jsonResponse } from '#worker/http/responses.ts';
import { anyMessage, MessageFire, MessageStrike, Missed, ownMessage } from '#worker/watch/messages.ts';

const SUMMARIES: Readonly<Record<MessageType, string>> = {
  'watch.raised': 'Level raised to or above the recipient’s threshold',
  'watch.stop-extended': 'Stop extended: lightning struck during the countdown',
  'watch.lowered': 'Level fell below the threshold; not an all-clear',
  'watch.all-clear': 'All-clear',
  'watch.data-lost': 'Data lost: lightning cannot be ruled out',
  'watch.data-restored': 'Data restored; `level` is current',
  'watch.early-notice': 'A storm is approaching; no level change',
  'fire.likely-lightning': 'A fire in or near the area was probably ignited by lightning (opt-in); no level change',
  'watch.notice': 'Notice about the watchlist or its recipients, in `text`',
  'watch.ended': 'Monitoring ended; not an all-clear',
  'watch.test': 'Test or drill',
  'watch.challenge': 'Verify the endpoint: echo `challenge`',
  'watch.heartbeat': 'Heartbeat every five minutes (opt-in)',
};

const hookSignature = {
  type: 'apiKey',
  in: 'header',
  name: 'webhook-signature',
  description:
    'Standard Webhooks 1.0: `v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`, with the key whose Base64 follows ' +
    '`whsec_`; over the raw body. `webhook-timestamp` is the Unix time of this attempt in seconds. Reject timestamps ' +
    'older than five minutes. `webhook-id` is the same for every attempt: ignore duplicates.',
} as const;

const accepted = {
  description:
    'Accepted. 410 disables this endpoint permanently. Any other response, or none within five seconds, is retried with ' +
    'growing delays while the message is relevant. Redirects are not followed.',
};
const echo = jsonResponse(
  'Verified. Until the challenge is echoed nothing else is sent.',
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
      responses: { taken: accepted, echo },
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
  const jsonSchema = toJsonSchema(schema, {
    target: 'draft-2020-12',
    definitions: named,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  });
  const { $schema: _, $defs: __, properties = {}, ...others } = jsonSchema;
  return { ...others, properties: properties as Record<string, object> };
}
