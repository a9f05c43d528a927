import * as v from 'valibot';

const Announcement = v.object({ protocol: v.number() });

/**
 * Returns the protocol number in the text of a `hello`, or undefined if there is none. Read apart from the rest: a
 * later version may have changed everything else, and must still be recognised as one.
 */
export function announcedProtocol(helloText: string): number | undefined {
  try {
    const result = v.safeParse(Announcement, JSON.parse(helloText));
    return result.success ? result.output.protocol : undefined;
  } catch {
    return undefined;
  }
}
