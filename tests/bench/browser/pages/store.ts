import { crowdFigures, storeFigures } from '#tests/bench/storeFigures.ts';

Object.assign(globalThis, { crowdFigures, storeFigures });
