import { storeFigures } from '../../storeFigures.ts';

Object.assign(globalThis, { storeFigures });
