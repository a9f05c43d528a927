import { validator } from 'hono-openapi';
import type { GenericSchema } from 'valibot';
import { parameterProblem } from '../http/parameterProblem.ts';

/** Checks the query against `schema`, documents it, and answers faults as a 400 problem that names them. */
export function queryOf<Schema extends GenericSchema>(schema: Schema) {
  return validator('query', schema, (result) => {
    if (!result.success) throw parameterProblem(result.error);
  });
}

/** The same for parameters of the path. */
export function pathOf<Schema extends GenericSchema>(schema: Schema) {
  return validator('param', schema, (result) => {
    if (!result.success) throw parameterProblem(result.error);
  });
}
