import type { LayerPart } from '#web/map/parts/MapPart.ts';
import { OpenStrikePopup } from './OpenStrikePopup.tsx';

export const openStrike: LayerPart = { name: 'open-strike', order: 40, lies: 'over-strikes', Layer: OpenStrikePopup };
