/**
 * How often a dear property is tried: `all` times in `npm run verify`, a tenth of them in `npm test`. Seeds are fixed,
 * so the few are among the many.
 */
export const shareOfRuns = (all: number): number => (process.env.EVERY_RUN ? all : Math.ceil(all / 10));
