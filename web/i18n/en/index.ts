import type { BaseTranslation } from '../i18n-types.ts';

const en = {
  error: {
    title: 'Unexpected Application Error!',
    fault: 'Something on our side went wrong while showing this page. Nothing you did caused it.',
    chunk:
      'A part of this page failed to load (chunk load error). Your connection may be slow, or a newer version of the site has just been published.',
    retry: 'Try again',
    home: 'Go to the home page',
  },
} satisfies BaseTranslation;

export default en;
