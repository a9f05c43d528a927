export const LOOKED_UP_SHAPE = { corners: 500, acrossKm: 100 } as const;

export const LOOK_UP_RADII_KM = [1, 2, 6, 10] as const;
export type RadiusKm = (typeof LOOK_UP_RADII_KM)[number];
