import type { LayerPart } from '#web/map/parts/MapPart.ts';
import { Beyond } from './Beyond.tsx';

export const beyond: LayerPart = { name: 'beyond', order: 40, lies: 'over-strikes', Layer: Beyond };
