/** Of fewer cases nothing is said but how many there are. */
export const ENOUGH_CASES = 300;
