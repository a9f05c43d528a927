/** Whether the request's `If-None-Match` names the tag: the caller has what would be answered. */
export function hasTag(request: Request, tag: string): boolean {
  const known = request.headers.get('if-none-match')?.split(',') ?? [];
  return known.some((one) => one.trim().replace(/^W\//, '') === tag);
}
