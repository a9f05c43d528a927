import { describe, expect, test } from 'vitest';
import {
  classifyAnswer,
  MAX_RETRIES,
  refusalOf,
  retryAfterMs,
  retryDelayMs,
  type Service,
} from '#worker/outbound/classifyAnswer.ts';

const NOW_MS = Date.UTC(2026, 6, 1, 12);
const classify = (status: number, headers: Record<string, string> = {}) =>
  classifyAnswer({ status, headers: new Headers(headers) }, NOW_MS);

describe('an answer other than success', () => {
  test.each([500, 502, 503, 599])('[FD7] of %s has failed and is worth another try', (status) => {
    expect(classify(status)).toEqual({ kind: 'failed', reason: `status ${status}` });
  });

  test.each([204, 302, 400, 401, 404, 499])('[FD7] of %s is rejected', (status) => {
    expect(classify(status)).toEqual({ kind: 'rejected', reason: `status ${status}` });
  });

  test.each([
    [429, { 'retry-after': '7' }, 7_000],
    [429, {}, 10_000],
    [503, { 'retry-after': '120' }, 120_000],
    [503, { 'retry-after': 'Wed, 01 Jul 2026 12:00:30 GMT' }, 30_000],
  ])('[FD7] of %s with %j asks for a pause', (status, headers, retryAfterMs) => {
    expect(classify(status, headers)).toEqual({ kind: 'paused', reason: `status ${status}`, retryAfterMs });
  });

  test('[FD7] below 500 is rejected even with Retry-After, unless it is 429', () => {
    expect(classify(403, { 'retry-after': '7' })).toEqual({ kind: 'rejected', reason: 'status 403' });
  });
});

describe('a refusal', () => {
  const refusal = (service: Service, status: number, body: unknown = '', headers: Record<string, string> = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return refusalOf(service, { status, headers: new Headers(headers), text }, NOW_MS);
  };
  const byBot = (error_code: number, description: string, parameters?: object) =>
    refusal('telegram', error_code, { ok: false, error_code, description, ...(parameters ? { parameters } : {}) });

  test.each([
    [400, 'Bad Request: chat not found', 'closed'],
    [400, 'Bad Request: PEER_ID_INVALID', 'closed'],
    [400, 'Bad Request: TOPIC_CLOSED', 'closed'],
    [400, 'Bad Request: message thread not found', 'closed'],
    [400, 'Bad Request: not enough rights to send text messages to the chat', 'closed'],
    [400, 'Bad Request: have no rights to send a message', 'closed'],
    [400, 'Bad Request: need administrator rights in the channel chat', 'closed'],
    [400, 'Bad Request: CHAT_WRITE_FORBIDDEN', 'closed'],
    [400, 'Bad Request: group chat was upgraded to a supergroup chat', 'closed'],
    [403, 'Forbidden: bot was blocked by the user', 'closed'],
    [403, 'Forbidden: bot was kicked from the supergroup chat', 'closed'],
    [403, 'Forbidden: user is deactivated', 'closed'],
    [400, 'Bad Request: message text is empty', 'message'],
    [400, 'Bad Request: message is too long', 'message'],
    [400, "Bad Request: can't parse entities", 'message'],
    [401, 'Unauthorized', 'ours'],
    [404, 'Not Found', 'ours'],
    [500, 'Internal Server Error', 'passing'],
  ])('of Telegram, %i %s, is of whom it concerns: %s', (status, description, kind) => {
    expect(byBot(status, description)).toEqual({ kind });
  });

  test('of Telegram names the chat that a group has become, and how long to wait', () => {
    const upgraded = 'Bad Request: group chat was upgraded to a supergroup chat';
    expect(byBot(400, upgraded, { migrate_to_chat_id: -1_001_234 })).toEqual({ kind: 'moved', chatId: -1_001_234 });
    const passing = (retryAfterMs: number) => ({ kind: 'passing', retryAfterMs });
    expect(byBot(429, 'Too Many Requests: retry after 35', { retry_after: 35 })).toEqual(passing(35_000));
    expect(refusal('telegram', 429, 'what?')).toEqual(passing(10_000));
    expect(refusal('telegram', 400, '[null]')).toEqual({ kind: 'message' });
  });

  test('of a push service is of the subscription (404, 410), of our keys (401, 403) or of the message (413)', () => {
    const kinds = [404, 410, 401, 403, 413, 400, 500].map((status) => refusal('push', status).kind);
    expect(kinds).toEqual(['closed', 'closed', 'ours', 'ours', 'message', 'passing', 'passing']);
  });

  test('of a webhook lasts with 410 alone, and says with Retry-After how long to wait', () => {
    const kinds = [410, 404, 401, 302, 500].map((status) => refusal('webhook', status).kind);
    expect(kinds).toEqual(['closed', 'passing', 'passing', 'passing', 'passing']);
    const answer = refusal('webhook', 503, '', { 'retry-after': '20' });
    expect(answer).toEqual({ kind: 'passing', retryAfterMs: 20_000 });
  });
});

test.each([
  ['5', 5_000],
  ['1.5', 1_500],
  ['0', 1_000],
  ['86400', 900_000],
  ['86401', 10_000],
  ['31556952000', 10_000],
  [new Date(Date.UTC(3026, 0)).toUTCString(), 10_000],
  [new Date(NOW_MS + 30_000).toUTCString(), 30_000],
  [new Date(NOW_MS - 30_000).toUTCString(), 10_000],
  [null, 10_000],
  ['', 10_000],
  [' ', 10_000],
  ['-5', 10_000],
  ['soon', 10_000],
  ['Infinity', 10_000],
])('[FD7] Retry-After: %s pauses all calls for %s ms', (header, pauseMs) => {
  expect(retryAfterMs(header, NOW_MS)).toBe(pauseMs);
});

test('[FD7] a failed call is tried again after 2, 4 and 8 s, a fifth more or less', () => {
  const retries = Array.from({ length: MAX_RETRIES }, (_, index) => index + 1);
  expect(retries.map((retry) => retryDelayMs(retry, 0.5))).toEqual([2_000, 4_000, 8_000]);
  expect(retries.map((retry) => retryDelayMs(retry, 0))).toEqual([1_600, 3_200, 6_400]);
});
