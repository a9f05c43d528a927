import { resolver } from 'hono-openapi';
import type { GenericSchema } from 'valibot';
import { Problem } from '#shared/wire/Problem.ts';

export function jsonAnswer(description: string, schema: GenericSchema) {
  return { description, content: { 'application/json': { schema: resolver(schema) } } };
}

export function problemAnswer(description: string) {
  return { description, content: { 'application/problem+json': { schema: resolver(Problem) } } };
}
