import { useTexts } from '#web/kit/i18n/index.ts';
import { NavLinks, PageLinks, ToolLinks } from '#web/kit/routing/NavLinks.tsx';
import styles from '../../kit/components/pages.module.css';

export default function NotFoundPage() {
  const { LL } = useTexts();
  return (
    <div className={styles.notFoundPage}>
      <p className={styles.code} aria-hidden="true">
        404
      </p>
      <h1>{LL.notFound.title()}</h1>
      <p>{LL.notFound.text()}</p>
      <div className={styles.notFoundColumns}>
        <div>
          <NavLinks className={styles.notFoundLinks} />
          <PageLinks className={styles.notFoundLinks} pages={[['places', LL.head.places.title()]]} />
        </div>
        <div>
          <h2>{LL.tools.title()}</h2>
          <ToolLinks className={styles.notFoundLinks} />
        </div>
      </div>
    </div>
  );
}
