import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { answerControl, CONTROL_ROOT } from './answerControl.ts';
import type { SimulatedAnswer } from './answerEventList.ts';
import type { FaultOutcome } from './FaultSettings.ts';
import { sendHostile } from './hostile.ts';
import { EVENT_LIST_PATH, type SimulatedProvider } from './simulatedProvider.ts';

const UNSEEN: SimulatedAnswer = { status: 503, body: {} };

export async function serveRequest(
  provider: SimulatedProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = request.method ?? 'GET';
  const url = new URL(request.url ?? '/', 'http://simulator');
  if (url.pathname.startsWith(CONTROL_ROOT)) {
    const answer = answerControl(provider, method, url, await readBody(request));
    sendAnswer(response, answer, { kind: 'answer' }, {});
    return;
  }
  const { plan, done } = provider.receive(url);
  response.on('close', done);
  if (plan.outcome.kind === 'refuse') {
    response.destroy();
    return;
  }
  const body = await readBody(request);
  if (plan.delayMs > 0) await pause(response, plan.delayMs);
  // A notification whose answer hangs or is cut off still counts as received, as it would at a real service.
  const answer = plan.outcome.kind === 'status' ? UNSEEN : provider.answer(method, url, body, plan);
  const { hostile } = provider.faults();
  const asked = url.pathname === EVENT_LIST_PATH && plan.outcome.kind === 'answer';
  if (asked && sendHostile(hostile, response, JSON.stringify(answer.body), url.searchParams)) return;
  sendAnswer(response, answer, plan.outcome, { date: new Date(provider.now()).toUTCString() });
}

/** Never resolves if the client disconnects first. */
function pause(response: ServerResponse, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    response.on('close', () => clearTimeout(timer));
  });
}

const MAX_BODY_BYTES = 1_048_576;

/** Empty if it is longer than a megabyte. Rejects if the client disconnects. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString('utf8') : '';
}

/** Sends `answer`, or fails to, as `outcome` says. `headers` are added to any answer. */
function sendAnswer(
  response: ServerResponse,
  answer: SimulatedAnswer,
  outcome: FaultOutcome,
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

/** Inserts `paddingBytes` of padding as the first member of the JSON object, generated as the client reads. */
function* paddedJson(body: Buffer, paddingBytes: number): Generator<Buffer> {
  const piece = Buffer.alloc(65_536, 'x');
  yield Buffer.from('{"padding":"');
  for (let left = paddingBytes; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length));
  yield Buffer.from('",');
  yield body.subarray(1);
}
