export function hasTag(request: Request, tag: string): boolean {
  const known = request.headers.get('if-none-match')?.split(',') ?? [];
  return known.some((one) => one.trim().replace(/^W\//, '') === tag);
}
