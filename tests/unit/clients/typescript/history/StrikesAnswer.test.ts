import type { InferOutput } from 'valibot';
import { expectTypeOf, test } from 'vitest';
import type { StrikesAnswer } from '#client/history/StrikesAnswer.ts';
import type { StrikesBody } from '#worker/routes/StrikesBody.ts';

type Documented = InferOutput<typeof StrikesBody>;

test('the client expects of the history what the document describes, to the last member; the type check proves it', () => {
  expectTypeOf<Documented>().toExtend<StrikesAnswer>();
  expectTypeOf<keyof Documented>().toEqualTypeOf<keyof StrikesAnswer>();
  expectTypeOf<keyof Documented['strikes'][number]>().toEqualTypeOf<keyof StrikesAnswer['strikes'][number]>();
});
