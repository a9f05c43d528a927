import { validator } from 'hono-openapi';
import * as v from 'valibot';
import { parameterProblem } from '../http/parameterProblem.ts';

/** For calls without parameters: an address with anything added is another address to every cache. */
export const NoQuery = v.strictObject({});

/** Checks the query against `schema`, documents it, and answers faults as a 400 problem that names them. */
export function queryOf<Schema extends v.GenericSchema>(schema: Schema) {
  return validator('query', schema, (result) => {
    if (!result.success) throw parameterProblem(result.error);
  });
}

/** The same for parameters of the path. */
export function pathOf<Schema extends v.GenericSchema>(schema: Schema) {
  return validator('param', schema, (result) => {
    if (!result.success) throw parameterProblem(result.error);
  });
}
