import { Link } from 'wouter';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useHref } from '#web/kit/routing/useHref.ts';

/** What of alerts exists today, what it cannot do, and where it begins: on the map. */
export function WatchNow() {
  const texts = useTexts().LL.landing.watchNow;
  const map = useHref()('map');
  return (
    <p>
      {texts.text()} <Link href={`${map}?watch`}>{texts.link()}</Link>
    </p>
  );
}
