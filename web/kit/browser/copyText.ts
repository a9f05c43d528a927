/** Puts the text on the clipboard. Returns whether that worked: a browser may have none, or forbid it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
