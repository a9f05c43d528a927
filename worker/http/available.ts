import { log } from '#worker/observability/log.ts';
import { HttpProblem } from './HttpProblem.ts';

/** @throws HttpProblem 503 naming `part` if `work` rejects, unless it rejects with a problem of its own */
export async function available<Result>(part: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HttpProblem) throw error;
    log('error', 'part.unavailable', { part, reason: (error as Error).message });
    throw new HttpProblem(503, 'unavailable', `The ${part} does not answer.`, { retryAfterSeconds: 5 });
  }
}
