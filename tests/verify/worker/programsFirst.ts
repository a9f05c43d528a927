import { findGdal } from '#tests/support/findGdal.ts';
import { findFirefox } from '#tests/support/push/startFirefox.ts';

/** Before any test, none of which has the time to install a program. */
export default function programsFirst(): void {
  findFirefox();
  findGdal();
}
