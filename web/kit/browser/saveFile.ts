/** The browser needs the object URL until it has begun to save. */
const RETENTION_MS = 60_000;

export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), RETENTION_MS);
}
