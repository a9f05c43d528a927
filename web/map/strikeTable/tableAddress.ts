import type { AddressPart } from '#web/ground/view/useAddressPart.ts';

export type TableOrder = 'closed' | 'newest' | 'nearest';

/** `table=newest` or `table=nearest`; nothing while it is closed. */
export const tableAddress: AddressPart<TableOrder> = {
  names: ['table'],
  parse(parameters) {
    const order = parameters.get('table');
    return order === 'newest' || order === 'nearest' ? order : 'closed';
  },
  format: (order) => (order === 'closed' ? [] : [`table=${order}`]),
};
