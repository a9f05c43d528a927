import type { LayerPart } from '#web/map/parts/MapPart.ts';
import { NameSigns } from './NameSigns.tsx';

export const nameSigns: LayerPart = { name: 'name-signs', order: 40, lies: 'over-strikes', Layer: NameSigns };
