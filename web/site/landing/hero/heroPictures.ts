import type { Locale } from '#web/kit/i18n/index.ts';
import wideBg from '#web/site/images/hero-bg.webp';
import wideEn from '#web/site/images/hero-en.webp';
import wideRu from '#web/site/images/hero-ru.webp';
import smallBg from '#web/site/images/hero-small-bg.webp';
import smallEn from '#web/site/images/hero-small-en.webp';
import smallRu from '#web/site/images/hero-small-ru.webp';

interface HeroPicture {
  /** 1280 × 960. */
  readonly wide: string;
  /** 640 × 480. */
  readonly small: string;
}

/** The map as it looks in each language; `tests/site/pictures.ts` takes them. */
export const heroPictures: Record<Locale, HeroPicture> = {
  en: { wide: wideEn, small: smallEn },
  ru: { wide: wideRu, small: smallRu },
  bg: { wide: wideBg, small: smallBg },
};
