import { escapeHtml } from '#web/kit/browser/escapeHtml.ts';
import type { Texts } from '#web/kit/i18n/index.ts';
import { PREVIEW_ID } from '#web/sky/handOver/previewElement.ts';

/**
 * The element that the preview draws in, with all it can ever say: that the map is connecting, or offline, of when its
 * strikes are and, once an answer has said so, that they are simulated. What the page's bar says to assistive technology is not said
 * twice.
 */
export function previewHtml(LL: Texts): string {
  const texts = [
    `<span data-connecting>${escapeHtml(LL.map.truth.connecting())}</span>`,
    `<span data-offline>${escapeHtml(LL.map.truth.offline())}</span>`,
    '<span data-at></span>',
    `<span data-simulated>${escapeHtml(LL.map.simulated())}</span>`,
  ];
  return `<div id="${PREVIEW_ID}" hidden inert aria-hidden="true"><p>${texts.join('')}</p></div>`;
}
