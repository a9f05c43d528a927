import { useTexts } from '#web/kit/i18n/index.ts';
import { NavLinks } from '#web/kit/routing/NavLinks.tsx';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
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
      <NavLinks page="notFound" className={styles.links} />
      <p className={styles.links}>
        <PageLink page="api">{LL.head.api.title()}</PageLink>
      </p>
    </div>
  );
}
