import * as v from 'valibot';
import { NameBody } from './NameBody.ts';

/** What somebody on duty writes down: a remark, that they have seen what is told, or who takes over. */
export const NOTE_KINDS = ['note', 'acknowledged', 'handed-over'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** The body of `POST …/areas/{uuid}/log`. */
export const NoteBody = v.strictObject({
  kind: v.optional(v.picklist(NOTE_KINDS, NOTE_KINDS.join(' or ')), 'note'),
  name: NameBody,
  text: v.optional(v.pipe(v.string('textExpected'), v.trim(), v.maxLength(500, 'tooLong')), ''),
});
export type NoteBody = v.InferOutput<typeof NoteBody>;
