import { flag, form } from '#web/kit/routing/address.ts';

/** `cells=off` and `storms=list`. */
export const cellsAddress = form({ rendered: flag('cells', 'off', true), listed: flag('storms', 'list') });
