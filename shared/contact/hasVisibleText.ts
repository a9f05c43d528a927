/**
 * Anything but what shows nothing on a screen: control and format characters, blanks of every width, fillers, variation
 * selectors, the empty Braille cell, and halves of characters and private ones, which no font can draw.
 */
const SEEN = /[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether `text` has a character that people can see. */
export function hasVisibleText(text: string): boolean {
  return SEEN.test(text);
}
