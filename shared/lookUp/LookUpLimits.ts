/** How large a fire may be that is looked up. */
export const LOOKED_UP_SHAPE = { corners: 500, acrossKm: 100 } as const;

/** How far around a fire strokes may be candidates. */
export const LOOK_UP_RADII_KM = [1, 2, 6, 10] as const;
export type RadiusKm = (typeof LOOK_UP_RADII_KM)[number];
