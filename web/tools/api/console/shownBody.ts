/** Characters of an answer that are shown: some 100 lines. */
export const MOST_SHOWN = 4_000;

/** An answer's body as it is shown: JSON set out in lines, all of it cut to `MOST_SHOWN`. `all`: its length before. */
export function shownBody(
  body: string,
  contentType: string,
): { readonly text: string; readonly all: number; readonly cut: boolean } {
  const text = /json/.test(contentType) ? setOut(body) : body;
  return { text: text.slice(0, MOST_SHOWN), all: text.length, cut: text.length > MOST_SHOWN };
}

function setOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
