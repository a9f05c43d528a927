import type { AddressPart } from '#web/ground/view/useAddressPart.ts';

export interface CellsChoice {
  readonly rendered: boolean;
  readonly listed: boolean;
}

/** `cells=off` and `storms=list`. */
export const cellsAddress: AddressPart<CellsChoice> = {
  names: ['cells', 'storms'],
  parse: (parameters) => ({ rendered: parameters.get('cells') !== 'off', listed: parameters.get('storms') === 'list' }),
  format: ({ rendered, listed }) => [...(rendered ? [] : ['cells=off']), ...(listed ? ['storms=list'] : [])],
};
