import { crowdFigures } from '../../crowdFigures.ts';
import { storeFigures } from '../../storeFigures.ts';

Object.assign(globalThis, { crowdFigures, storeFigures });
