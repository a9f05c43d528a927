import { resolver } from 'hono-openapi';
import type { GenericSchema } from 'valibot';
import { Problem } from '#shared/wire/Problem.ts';

/** An answer in the API's document: a body of `schema` as JSON. */
export function jsonAnswer(description: string, schema: GenericSchema) {
  return { description, content: { 'application/json': { schema: resolver(schema) } } };
}

/** An error in the API's document. */
export function problemAnswer(description: string) {
  return { description, content: { 'application/problem+json': { schema: resolver(Problem) } } };
}
