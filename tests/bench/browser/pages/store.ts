import { crowdFigures } from '#tests/bench/crowdFigures.ts';
import { storeFigures } from '#tests/bench/storeFigures.ts';

Object.assign(globalThis, { crowdFigures, storeFigures });
