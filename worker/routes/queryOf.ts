import { validator } from 'hono-openapi';
import * as v from 'valibot';
import { parameterProblem } from '#worker/http/parameterProblem.ts';

/** For calls without parameters. Any parameter is refused, because it would make another cache key. */
export const NoQuery = v.strictObject({});

/** Checks and documents the query. Answers faults with a 400 that names them. */
export function queryOf<Schema extends v.GenericSchema>(schema: Schema) {
  return validator('query', schema, (result) => {
    if (!result.success) throw parameterProblem(result.error);
  });
}

/** As `queryOf`, for the parameters in the path. */
export function pathParametersOf<Schema extends v.GenericSchema>(schema: Schema) {
  return validator('param', schema, (result) => {
    if (!result.success) throw parameterProblem(result.error);
  });
}
