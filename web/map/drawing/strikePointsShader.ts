/**
 * Uniforms of the strike layer. `toClip` maps offsets from `origin`, in units of 1/512 world, to clip space; times are
 * tenths of a second after the store's epoch.
 */
export interface StrikePointsUniforms {
  readonly toClip: readonly number[];
  readonly origin: readonly [number, number];
  readonly now: number;
  readonly window: number;
  /** Strikes younger than this are hidden too; a negative value shows all. */
  readonly youngest: number;
  readonly fresh: number;
  readonly recent: number;
  /** The shown range: its part beyond `recent` is told in steps of colour. */
  readonly range: number;
  /** Strikes up to this age are drawn even if they are in a crowd. */
  readonly whole: number;
  /** Width of a sprite in device pixels. */
  readonly size: number;
  /** 1 draws all strikes as last known: without colour, a little transparent. */
  readonly greyed: number;
  readonly greyLift: number;
  /** The row of the atlas: 0 has the icons, 1 their glow. */
  readonly row: number;
}

const UNIFORMS = `\
layout(std140) uniform strikePointsUniforms {
  highp mat4 toClip;
  highp ivec2 origin;
  highp int now;
  highp int window;
  highp int youngest;
  highp int fresh;
  highp int recent;
  highp int range;
  highp int whole;
  highp float size;
  highp float greyed;
  highp float greyLift;
  highp float row;
} strikePoints;
`;

export const strikePointsModule = {
  name: 'strikePoints',
  vs: UNIFORMS,
  fs: UNIFORMS,
  uniformTypes: {
    toClip: 'mat4x4<f32>',
    origin: 'vec2<i32>',
    now: 'i32',
    window: 'i32',
    youngest: 'i32',
    fresh: 'i32',
    recent: 'i32',
    range: 'i32',
    whole: 'i32',
    size: 'f32',
    greyed: 'f32',
    greyLift: 'f32',
    row: 'f32',
  },
} as const;

/**
 * A strike is one vertex. Positions are 32-bit fixed point and only their offset from the view's centre becomes a
 * float, which is as precise as the screen at every zoom. Age is depth, so that newer strikes lie on top in one pass.
 * A strike that its crowd stands for is not drawn, and none in a crowd glows: the light of hundreds would be a white disc.
 */
export const STRIKE_POINTS_VS = `\
#version 300 es
in ivec3 strike;
in uint inCrowd;
flat out int ageStep;
const float COMMON_PER_UNIT = 512.0 / 4294967296.0;
void main() {
  int age = strikePoints.now - strike.z;
  bool counted = inCrowd == 1u && (age > strikePoints.whole || strikePoints.row > 0.5);
  if (counted || age > strikePoints.window || age < strikePoints.youngest) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    gl_PointSize = 0.0;
    return;
  }
  int old = (age - strikePoints.recent) * 5 / max(1, strikePoints.range - strikePoints.recent);
  ageStep = age <= strikePoints.fresh ? 0 : age <= strikePoints.recent ? 1 : 2 + min(4, old);
  vec2 offset = vec2(strike.xy - strikePoints.origin) * vec2(COMMON_PER_UNIT, -COMMON_PER_UNIT);
  gl_Position = strikePoints.toClip * vec4(offset, 0.0, 1.0);
  float agedFraction = clamp(float(age) / float(strikePoints.window), 0.0, 1.0);
  gl_Position.z = (agedFraction * 1.9 - 0.95) * gl_Position.w;
  gl_PointSize = strikePoints.size;
}
`;

/** The atlas is premultiplied; blending must be too. */
export const STRIKE_POINTS_FS = `\
#version 300 es
precision highp float;
precision highp int;
uniform sampler2D iconAtlas;
flat in int ageStep;
out vec4 fragColor;
void main() {
  vec2 cell = vec2(float(ageStep), strikePoints.row);
  vec4 colour = texture(iconAtlas, (gl_PointCoord + cell) / vec2(7.0, 2.0));
  if (colour.a < (strikePoints.row > 0.5 ? 0.004 : 0.1)) discard;
  float luminance = dot(colour.rgb, vec3(0.299, 0.587, 0.114));
  float grey = mix(luminance, colour.a, strikePoints.greyLift);
  fragColor = mix(colour, vec4(vec3(grey), colour.a) * 0.8, strikePoints.greyed);
}
`;
