import { useTexts } from '#web/kit/i18n/index.ts';
import { NavLinks, PageLinks, ToolLinks } from '#web/kit/routing/NavLinks.tsx';
import styles from './NotFoundPage.module.css';

export default function NotFoundPage() {
  const { LL } = useTexts();
  return (
    <div className={styles.page}>
      <p className={styles.code} aria-hidden="true">
        404
      </p>
      <h1>{LL.notFound.title()}</h1>
      <p>{LL.notFound.text()}</p>
      <div className={styles.columns}>
        <div>
          <NavLinks className={styles.links} />
          <PageLinks className={styles.links} pages={[['places', LL.head.places.title()]]} />
        </div>
        <div>
          <h2>{LL.tools.title()}</h2>
          <ToolLinks className={styles.links} />
        </div>
      </div>
    </div>
  );
}
