import type { AddressPart } from '#web/ground/view/useAddressPart.ts';

/** `satellite=on`: whether its flashes are drawn. */
export const satelliteAddress: AddressPart<boolean> = {
  names: ['satellite'],
  parse: (parameters) => parameters.get('satellite') === 'on',
  format: (drawn) => (drawn ? ['satellite=on'] : []),
};
