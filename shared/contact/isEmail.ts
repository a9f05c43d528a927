import { hasVisibleText } from './hasVisibleText.ts';

/**
 * Whether `text` is text, one @, text, dot, text, without blanks, and the part before the @ can be seen: catches typing
 * mistakes without refusing real addresses. Takes time in proportion to the length, unlike a pattern with two open ends.
 */
export function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  if (at < 1 || text.includes('@', at + 1) || /\s/.test(text)) return false;
  const dot = text.indexOf('.', at + 2);
  // A dot at the very start or end of the domain does not count.
  return dot > 0 && dot < text.length - 1 && hasVisibleText(text.slice(0, at));
}
