import type { AddressPart } from '#web/ground/view/useAddressPart.ts';

export interface CellsChoice {
  readonly drawn: boolean;
  readonly listed: boolean;
}

/** `cells=off` and `storms=list`. */
export const cellsAddress: AddressPart<CellsChoice> = {
  names: ['cells', 'storms'],
  parse: (parameters) => ({ drawn: parameters.get('cells') !== 'off', listed: parameters.get('storms') === 'list' }),
  format: ({ drawn, listed }) => [...(drawn ? [] : ['cells=off']), ...(listed ? ['storms=list'] : [])],
};
