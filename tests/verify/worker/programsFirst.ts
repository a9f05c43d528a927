import { findFirefox } from '#tests/support/push/startFirefox.ts';
import { findGdal } from './findGdal.ts';

/** Before any test, none of which has the time to install a program. */
export default function programsFirst(): void {
  findFirefox();
  findGdal();
}
