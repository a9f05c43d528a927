import * as v from 'valibot';

/** Whether strikes are the sky's, or simulated. */
export const Source = v.picklist(['live', 'simulated']);
export type Source = v.InferOutput<typeof Source>;
