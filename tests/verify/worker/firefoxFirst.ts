import { findFirefox } from '#tests/support/push/startFirefox.ts';

/** Before any test, none of which has the time to install a Firefox. */
export default function firefoxFirst(): void {
  findFirefox();
}
