import { useId, useRef } from 'react';
import { Icon } from '#web/kit/components/Icon.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { NavLinks } from '#web/kit/routing/NavLinks.tsx';
import type { Place } from '#web/kit/routing/routes.ts';
import styles from './Drawer.module.css';

interface DrawerProps {
  readonly page: Place['page'];
}

/** The links on small screens: a native modal dialog, so that focus stays inside and Escape closes it. */
export function Drawer({ page }: DrawerProps) {
  const { LL } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = () => dialog.current?.close();
  return (
    <div className={styles.narrow}>
      <button
        type="button"
        className={styles.button}
        aria-label={LL.nav.openMenu()}
        aria-haspopup="dialog"
        aria-controls={id}
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="menu" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; from the keyboard Escape does the same */}
      <dialog
        id={id}
        ref={dialog}
        className={styles.drawer}
        aria-label={LL.nav.label()}
        onClick={(event) => event.target === event.currentTarget && close()}
      >
        <div className={styles.inside}>
          <button type="button" className={styles.button} aria-label={LL.nav.closeMenu()} onClick={close}>
            <Icon name="close" />
          </button>
          <nav aria-label={LL.nav.label()}>
            <NavLinks page={page} className={styles.links} onFollow={close} />
          </nav>
        </div>
      </dialog>
    </div>
  );
}
