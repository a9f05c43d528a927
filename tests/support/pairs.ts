/** Pairs of numbers written as `1,2 3,4`: corners of a shape as longitude and latitude, or spans of time. */
export const pairs = (text: string): [number, number][] =>
  text.split(' ').map((pair) => pair.split(',').map(Number) as [number, number]);
