import { describe, expect, test } from 'vitest';
import { parameterProblem } from '#worker/http/parameterProblem.ts';

async function problemOf(...issues: Parameters<typeof parameterProblem>[0][number][]) {
  const response = parameterProblem(issues).toResponse();
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('the problem of bad parameters', () => {
  test('[AP1] names each parameter with the first rule it broke', async () => {
    const { status, body } = await problemOf(
      { message: 'format', path: [{ key: 'bbox' }] },
      { message: 'range', path: [{ key: 'bbox' }] },
      { message: 'x', type: 'strict_object', expected: '"from"', path: [{ key: 'from' }] },
      { message: 'x', type: 'strict_object', expected: 'never', path: [{ key: 'limit2' }] },
      { message: 'format', path: ['to'], input: ['a', 'b'] },
    );
    expect(status).toBe(400);
    expect(body.errors).toEqual({ bbox: 'format', from: 'missing', limit2: 'unknown', to: 'repeated' });
    expect(body.detail).toBe(
      'bbox must be four decimal numbers, west,south,east,north in degrees, for example 13,34,31,48; from is required; limit2 is not a parameter of this call; to must be given once.',
    );
  });

  test.each(['constructor', 'toString', '__proto__'])('[AP1] names a parameter called %s as well', async (name) => {
    const { body } = await problemOf({ message: 'x', type: 'strict_object', expected: 'never', path: [name] });
    expect(Object.entries(body.errors ?? {})).toEqual([[name, 'unknown']]);
  });

  test('does not repeat endless names', async () => {
    const { body } = await problemOf({ message: 'format', path: ['x'.repeat(10_000)] });
    expect(JSON.stringify(body).length).toBeLessThan(500);
  });
});
