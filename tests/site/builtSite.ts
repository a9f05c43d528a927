import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { projectRoot } from '#tests/support/projectRoot.ts';

/** The built site, as the static host serves it. */
const dist = process.env.SITE_DIR ?? join(projectRoot, 'dist');

export const fileExists = (path: string) => existsSync(join(dist, path)) && statSync(join(dist, path)).isFile();
export const readText = (path: string) => readFileSync(join(dist, path), 'utf8');
export const readBytes = (path: string) => readFileSync(join(dist, path));

/** Names of all HTML files, such as `en/contact.html`. */
export const htmlFiles = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.html'),
);

/** Names of what is in a folder. */
export const namesIn = (folder: string) => readdirSync(join(dist, folder));

/** Names of the hashed files below assets/. */
export const assetNames = () => namesIn('assets');

/** The address a file answers at: `en/contact.html` at `/en/contact`. */
export const addressOf = (file: string) => `/${file.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`;

/** The file that answers an address, with `.html` left out as the host leaves it out; null if it is missing. */
export function fileAt(address: string): string | null {
  const path = decodeURIComponent(address).replace(/^\//, '');
  const candidates = [path, path === '' ? 'index.html' : `${path}.html`, `${path}/index.html`];
  return candidates.find((name) => name !== '' && fileExists(name)) ?? null;
}

type Attributes = Readonly<Record<string, string>>;

/** The attributes of every `<tag …>` in an HTML text. */
export function elements(html: string, tag: string): Attributes[] {
  return [...html.matchAll(new RegExp(`<${tag}(\\s[^>]*)?>`, 'g'))].map(([, text = '']) =>
    Object.fromEntries(
      [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
        name.toLowerCase(),
        unescapeHtml(value),
      ]),
    ),
  );
}

/** What is said in an HTML text, without markup. */
export function textOf(html: string): string {
  return unescapeHtml(
    html
      .replace(/<head>[\s\S]*<\/head>/, '')
      .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
      .replace(/<[^>]+>/g, ' '),
  ).replace(/\s+/g, ' ');
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

const NAMES = 8;
const SILENT_MS = 3_000;

/** Resolves once the map's ground and names have come: for three seconds no file has arrived. The stream never ends. */
export async function wholeMap(page: Page): Promise<void> {
  let lastMs = Date.now();
  page.on('requestfinished', () => {
    lastMs = Date.now();
  });
  await page.locator('[data-names] > *').nth(NAMES).waitFor();
  while (Date.now() - lastMs < SILENT_MS) await page.waitForTimeout(SILENT_MS / 6);
}

type Clip = Readonly<Record<'x' | 'y' | 'width' | 'height' | 'scale', number>>;

/** A picture of a part of the page, as WebP. */
export async function captured(page: Page, clip: Clip, quality: number): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const shot = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    clip,
    // Otherwise the window's content is laid out again for the picture.
    captureBeyondViewport: clip.y + clip.height > (page.viewportSize()?.height ?? 0),
  });
  return Buffer.from(shot.data, 'base64');
}
