import type { AddressPart } from '#web/ground/view/useAddressPart.ts';

/** Whether storm cells are drawn on the map, and listed below it. */
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
