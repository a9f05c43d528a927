import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { MESSAGE_TYPES, type MessageType } from '#shared/watch/bodies.ts';
import { jsonResponse } from '#worker/http/responses.ts';
import { anyMessage, MessageFire, MessageStrike, Missed, ownMessage, summaryOf } from '#worker/watch/messages.ts';

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
    summary: summaryOf(type),
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
