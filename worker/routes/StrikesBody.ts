import * as v from 'valibot';
import { StrikeBody } from '#shared/wire/StrikeBody.ts';
import { extentMembers } from './extentBody.ts';

/** What `/strikes` answers with, as JSON. */
export const StrikesBody = v.object({
  strikes: v.array(StrikeBody),
  ...extentMembers,
  next: v.optional(v.pipe(v.string(), v.description('Address of the next page. Absent on the last one only.'))),
});
