import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerControl, CONTROL_ROOT } from './answerControl.ts';
import type { Answer } from './answerEventList.ts';
import { sendHostile } from './hostile/sendHostile.ts';
import { readBody } from './readBody.ts';
import { sendAnswer } from './sendAnswer.ts';
import { EVENT_LIST_PATH, type SimulatedProvider } from './simulatedProvider.ts';

const UNSEEN: Answer = { status: 503, body: {} };

/** Answers one HTTP request, or leaves it unanswered if a fault says so. */
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

/** Resolves after `delayMs`, or never if the client disconnects first. */
function pause(response: ServerResponse, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    response.on('close', () => clearTimeout(timer));
  });
}
