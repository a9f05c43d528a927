import type { LayerPart } from '#web/map/parts/MapPart.ts';
import { Thunder } from './Thunder.tsx';

export const thunder: LayerPart = { name: 'thunder', order: 10, lies: 'over-strikes', Layer: Thunder };
