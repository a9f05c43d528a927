import type { AddressPart } from '#web/ground/view/useAddressPart.ts';

/** `satellite=on` shows its flashes. */
export const satelliteAddress: AddressPart<boolean> = {
  names: ['satellite'],
  parse: (parameters) => parameters.get('satellite') === 'on',
  format: (rendered) => (rendered ? ['satellite=on'] : []),
};
