import { inDraft2020 } from './inDraft2020.ts';
import { keyedHeaders } from './keyedAnswers.ts';
import type { Node, Operation, Paths } from './OpenApiDocument.ts';
import { operationGroup } from './operationGroup.ts';
import { securityOf } from './securitySchemes.ts';

/** Answers to calls for data that are described once, by status. */
const SHARED_ANSWERS = ['401', '403', '429'];

/**
 * The generated document with what no route says of itself: its group, which keys it takes and how a key is refused.
 * What a route does say stays.
 */
export function finishDocument<Document extends { readonly paths?: unknown }>(generated: Document): Document {
  const document = inDraft2020(generated) as Document;
  const paths = Object.entries((document.paths ?? {}) as Paths).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, finish(path, operation)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function finish(path: string, operation: Operation): Operation {
  const { name, keyed } = operationGroup(path);
  const responses = keyed ? withSharedAnswers(operation.responses) : operation.responses;
  return { ...operation, tags: [name], security: securityOf(path, operation, keyed), responses };
}

function withSharedAnswers(own: Operation['responses']): Operation['responses'] {
  const shared = SHARED_ANSWERS.filter((status) => !(status in own)).map((status) => [status, sharedAnswer(status)]);
  return Object.fromEntries([...Object.entries(own).map(withHeaders), ...shared]);
}

const sharedAnswer = (status: string) => ({ $ref: `#/components/responses/${status}` });

function withHeaders([status, answer]: [string, Node]): [string, Node] {
  const headers = keyedHeaders(status);
  return [status, headers ? { ...answer, headers: { ...headers, ...(answer.headers as object | undefined) } } : answer];
}
