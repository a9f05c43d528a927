import { flag } from '#web/kit/routing/address.ts';

/** `satellite=on` shows its flashes. */
export const satelliteAddress = flag('satellite', 'on');
