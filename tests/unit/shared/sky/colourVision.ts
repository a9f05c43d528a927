/** Colours as `#rrggbb`, in light and as four kinds of eyes see them. */

type Light = readonly [red: number, green: number, blue: number];

function lightOf(colour: string): Light {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return [red, green, blue];
}

function luminance(colour: string): number {
  const [red, green, blue] = lightOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

type Matrix = readonly [Light, Light, Light];

/** Machado, Oliveira and Fernandes, 2009, at full severity; applied to light. */
const SIGHTS = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, Matrix>;

export type Vision = keyof typeof SIGHTS;
export const EVERY_DATA_STATUS = ['normal', 'protan', 'deutan', 'tritan'] as const satisfies readonly Vision[];

const times = ([a, b, c]: Matrix, [x, y, z]: Light): Light => {
  const row = ([p, q, r]: Light) => p * x + q * y + r * z;
  return [row(a), row(b), row(c)];
};

const TO_CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_OKLAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

function oklab(colour: string, vision: Vision): Light {
  const [red, green, blue] = times(SIGHTS[vision], lightOf(colour)).map((part) => Math.min(1, Math.max(0, part)));
  const [long, medium, short] = times(TO_CONES, [red ?? 0, green ?? 0, blue ?? 0]).map(Math.cbrt);
  return times(TO_OKLAB, [long ?? 0, medium ?? 0, short ?? 0]);
}

/** Distance in OKLab: 0.02 is just seen, white and black are 1 apart. */
export function apart(one: string, other: string, vision: Vision): number {
  const [a, b] = [oklab(one, vision), oklab(other, vision)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
