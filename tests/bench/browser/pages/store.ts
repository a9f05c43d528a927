import { storeFigures } from '#tests/bench/storeFigures.ts';

Object.assign(globalThis, { storeFigures });
