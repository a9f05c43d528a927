import { FRESH_WITHIN_MS, RECENT_WITHIN_MS } from '#shared/limits.ts';
import {
  CLOUD_FULL_MS,
  CLOUD_MS,
  channels,
  type MapTheme,
  RIM,
  RIM_MS,
  STRIKE_STOPS,
  sparkColours,
} from '#shared/sky/colours.ts';
import { RENDERED_TIME_UNIT_MS } from '#web/sky/StrikeStore.ts';

/**
 * Uniforms of the strike layer. `toClip` maps offsets from `origin`, in units of 1/512 world, to clip space; times are
 * tenths of a second after the store's epoch; widths are device pixels.
 */
export interface SparkUniforms {
  readonly toClip: readonly number[];
  readonly origin: readonly [number, number];
  readonly now: number;
  readonly window: number;
  /** Strikes younger than this are hidden too; a negative value shows all. */
  readonly youngest: number;
  /** Width of a strike of size 1. */
  readonly spark: number;
  /** Width of an icon's box; 0 draws discs. */
  readonly icon: number;
  readonly casing: number;
  /** Width of the rim; 0 for none. */
  readonly rim: number;
  /** Radius of the cloud under a strike. */
  readonly cloud: number;
  /** Greatest opacity of the cloud. */
  readonly peak: number;
  /** 1 draws the clouds, 0 the strikes over them. */
  readonly clouds: number;
  readonly night: number;
  /** 1 draws all strikes as last known, without colour. */
  readonly greyed: number;
}

const FLOATS = ['spark', 'icon', 'casing', 'rim', 'cloud', 'peak', 'clouds', 'night', 'greyed'] as const;
const INTS = ['now', 'window', 'youngest'] as const;

const UNIFORMS = `\
layout(std140) uniform sparksUniforms {
  highp mat4 toClip;
  highp ivec2 origin;
${INTS.map((name) => `  highp int ${name};\n`).join('')}${FLOATS.map((name) => `  highp float ${name};\n`).join('')}} sparks;
`;

export const sparksModule = {
  name: 'sparks',
  vs: UNIFORMS,
  fs: UNIFORMS,
  uniformTypes: {
    toClip: 'mat4x4<f32>',
    origin: 'vec2<i32>',
    now: 'i32',
    window: 'i32',
    youngest: 'i32',
    spark: 'f32',
    icon: 'f32',
    casing: 'f32',
    rim: 'f32',
    cloud: 'f32',
    peak: 'f32',
    clouds: 'f32',
    night: 'f32',
    greyed: 'f32',
  },
} as const;

const units = (ms: number) => Math.floor(ms / RENDERED_TIME_UNIT_MS);
const float = (value: number) => value.toFixed(5);
const vec3 = (colour: string) => `vec3(${channels(colour).map((part) => float(part / 255))})`;
const byNight = (write: (theme: MapTheme) => string) => `(sparks.night > 0.5 ? ${write('dark')} : ${write('light')})`;

/** GLSL that gives `colour` and `size` their values at `age`: from stop to stop, each step in a straight line. */
function lookAtAge(theme: MapTheme): string {
  const [first, ...rest] = STRIKE_STOPS[theme];
  if (!first) throw new Error('a strike without a look');
  const colourOf = ({ colour, alpha }: typeof first) => `vec4(${vec3(colour)}, ${float(alpha)})`;
  const lines = [`colour = ${colourOf(first)};`, `size = ${float(first.size)};`];
  let fromMs = first.ageMs;
  for (const stop of rest) {
    const spanUnits = Math.max(1, units(stop.ageMs) - units(fromMs));
    lines.push(`share = clamp(float(age - ${units(fromMs)}) / ${float(spanUnits)}, 0.0, 1.0);`);
    lines.push(`colour = mix(colour, ${colourOf(stop)}, share);`, `size = mix(size, ${float(stop.size)}, share);`);
    fromMs = stop.ageMs;
  }
  return lines.join('\n    ');
}

/**
 * A strike is one vertex. Positions are 32-bit fixed point and only their offset from the view's centre becomes a
 * float, which is as precise as the screen at every zoom. Age is depth, so that newer strikes lie on top in one pass.
 */
export const SPARKS_VS = `\
#version 300 es
in ivec3 strike;
flat out vec4 colour;
/** Width of the point, radius of the core, width of the halo, and what it is: 0 fresh, 1 recent, 2 old. */
flat out vec4 form;
const float COMMON_PER_UNIT = 512.0 / 4294967296.0;
void main() {
  int age = sparks.now - strike.z;
  bool cloudless = sparks.clouds > 0.5 && age >= ${units(CLOUD_MS)};
  if (cloudless || age > sparks.window || age < sparks.youngest) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    gl_PointSize = 0.0;
    return;
  }
  vec2 offset = vec2(strike.xy - sparks.origin) * vec2(COMMON_PER_UNIT, -COMMON_PER_UNIT);
  gl_Position = sparks.toClip * vec4(offset, 0.0, 1.0);
  // A day is the last age that looks different.
  float depth = clamp(float(age) / ${float(units(86_400_000))}, 0.0, 1.0);
  gl_Position.z = (depth * 1.9 - 0.95) * gl_Position.w;
  if (sparks.clouds > 0.5) {
    float fade = clamp(${float(units(CLOUD_MS))} - float(age), 0.0, ${float(units(CLOUD_MS - CLOUD_FULL_MS))}) / ${float(units(CLOUD_MS - CLOUD_FULL_MS))};
    colour = vec4(0.0, 0.0, 0.0, sparks.peak * fade);
    gl_PointSize = 2.0 * sparks.cloud;
    return;
  }
  float size;
  float share;
  // Straight lines of constants: arrays of them would be filled anew for each strike.
  if (sparks.night > 0.5) {
    ${lookAtAge('dark')}
  } else {
    ${lookAtAge('light')}
  }
  float kind = age <= ${units(FRESH_WITHIN_MS)} ? 0.0 : age <= ${units(RECENT_WITHIN_MS)} ? 1.0 : 2.0;
  float radius = 0.5 * sparks.spark * size;
  float around = kind < 0.5 ? sparks.casing : age <= ${units(RIM_MS)} ? sparks.rim : 0.0;
  gl_PointSize = sparks.icon > 0.0 ? sparks.icon : 2.0 * (radius + around) + 1.0;
  form = vec4(gl_PointSize, radius, around, kind);
}
`;

/** Blending is premultiplied. Red of the atlas is the part in the colour of the age, green the casing. */
export const SPARKS_FS = `\
#version 300 es
precision highp float;
precision highp int;
uniform sampler2D iconAtlas;
flat in vec4 colour;
flat in vec4 form;
out vec4 fragColor;
const vec4 RIM = vec4(${vec3(RIM.colour)}, ${float(RIM.alpha)});
const vec3 GREY = vec3(0.55, 0.55, 0.59);
vec3 greyed(vec3 hue) {
  return mix(hue, GREY, 0.9 * sparks.greyed);
}
void main() {
  vec2 away = 2.0 * gl_PointCoord - 1.0;
  if (sparks.clouds > 0.5) {
    // exp(-2.6 t) (1 - t)^1.2 within 0.005, without its exponents, which are expensive where no graphics card helps.
    float u = max(0.0, 1.0 - dot(away, away));
    float alpha = colour.a * u * u * (0.544 + u * (1.216 * u - 0.76));
    fragColor = vec4(greyed(${byNight((theme) => vec3(sparkColours[theme].cloud))}), 1.0) * alpha;
    return;
  }
  vec3 core = greyed(colour.rgb);
  vec3 casing = ${byNight((theme) => vec3(sparkColours[theme].casing))};
  if (sparks.icon > 0.0) {
    vec4 parts = texture(iconAtlas, (gl_PointCoord + vec2(form.w, 0.0)) / vec2(3.0, 1.0));
    float alpha = min(1.0, parts.r + parts.g) * (form.w < 0.5 ? 1.0 : colour.a);
    if (alpha < 0.1) discard;
    fragColor = vec4((core * parts.r + casing * parts.g) / max(0.001, parts.r + parts.g), 1.0) * alpha;
    return;
  }
  float far = 0.5 * form.x * length(away);
  float inner = clamp(form.y - far + 0.5, 0.0, 1.0);
  float outer = clamp(form.y + form.z - far + 0.5, 0.0, 1.0);
  vec4 edge = form.w < 0.5 ? vec4(casing, 1.0) : vec4(RIM.rgb, RIM.a * (1.0 - sparks.greyed));
  vec4 around = vec4(edge.rgb, 1.0) * edge.a * (outer - inner);
  vec4 filled = vec4(core, 1.0) * colour.a * inner;
  fragColor = around + filled;
  if (fragColor.a < 0.1) discard;
}
`;

/** Scales the small rendering up to the whole canvas. */
export const VEIL_VS = `\
#version 300 es
out vec2 at;
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  at = 0.5 * corner + 0.5;
  gl_Position = vec4(corner, 0.0, 1.0);
}
`;

export const VEIL_FS = `\
#version 300 es
precision highp float;
uniform sampler2D painted;
in vec2 at;
out vec4 fragColor;
void main() {
  fragColor = texture(painted, at);
}
`;
