import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Answer } from './answerEventList.ts';
import type { Outcome } from './faultPlan.ts';

/** Sends `answer`, or fails to, as `outcome` says. `headers` are added to any answer. */
export function sendAnswer(
  response: ServerResponse,
  answer: Answer,
  outcome: Outcome,
  headers: Readonly<Record<string, string>>,
): void {
  const body = Buffer.from(JSON.stringify(answer.body));
  const json = { ...headers, 'content-type': 'application/json; charset=utf-8' };
  switch (outcome.kind) {
    case 'refuse':
      response.destroy();
      return;
    case 'hang':
      return;
    case 'status': {
      const retryAfter = outcome.retryAfterS === undefined ? {} : { 'retry-after': String(outcome.retryAfterS) };
      response.writeHead(outcome.status, { ...json, ...retryAfter });
      response.end(JSON.stringify({ error: `status_${outcome.status}` }));
      return;
    }
    case 'cut':
      response.writeHead(answer.status, { ...json, 'content-length': body.length });
      response.write(firstHalf(body), () => response.destroy());
      return;
    case 'invalid-json':
      response.writeHead(answer.status, { ...json, 'content-length': firstHalf(body).length });
      response.end(firstHalf(body));
      return;
    case 'huge-body':
      response.writeHead(answer.status, json);
      Readable.from(paddedJson(body, outcome.paddingBytes)).pipe(response);
      return;
    case 'answer':
      response.writeHead(answer.status, { ...json, 'content-length': body.length });
      response.end(body);
  }
}

function firstHalf(body: Buffer): Buffer {
  return body.subarray(0, Math.ceil(body.length / 2));
}

/** The JSON object `body` with `paddingBytes` of padding as its first member, generated as the client reads. */
function* paddedJson(body: Buffer, paddingBytes: number): Generator<Buffer> {
  const piece = Buffer.alloc(65_536, 'x');
  yield Buffer.from('{"padding":"');
  for (let left = paddingBytes; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length));
  yield Buffer.from('",');
  yield body.subarray(1);
}
