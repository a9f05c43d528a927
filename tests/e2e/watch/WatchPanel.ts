import type { Locator, Page } from '@playwright/test';
import { HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import type { FeedState } from '#shared/wire/FeedEvent.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';

const SOFIA = { latitude: 42.6977, longitude: 23.3219 };
const KM_PER_DEGREE = 111.195;

/** A strike so far to the north of the place, so long ago. */
export function strikeAt(km: number, agoMs: number, ordinal = 1): NumberedStrike {
  const latitude = SOFIA.latitude + km / KM_PER_DEGREE;
  return { id: `s${ordinal}`, ordinal, latitude, longitude: SOFIA.longitude, atMs: Date.now() - agoMs };
}

interface Scripted {
  readonly strikes?: readonly NumberedStrike[];
  /** The feed's scripted state, now and whenever the stream restarts. */
  readonly feed?: () => FeedState;
  /** How far the test has moved the page's clock. */
  readonly aheadMs?: () => number;
}

/** The panel of Sofia as people read it. */
export class WatchPanel {
  static readonly SOFIA = '#at=42.6977,23.3219&name=Sofia&rings=30,16,10&dwell=30';
  readonly page: Page;
  readonly panel: Locator;
  readonly state: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.locator('[data-watch]');
    this.state = this.panel.locator('[data-shown]');
  }

  async open(
    { strikes = [], feed = goodFeed, aheadMs = () => 0 }: Scripted = {},
    path = `/watch${WatchPanel.SOFIA}`,
  ): Promise<void> {
    const script = {
      strikes,
      slices: 'served' as const,
      areas: { home: HOME, coverage: HOME },
      aheadMs,
      get feed() {
        return feed();
      },
    };
    await scriptFeed(this.page, script);
    await this.page.goto(path);
  }

  /** The stream is cut, and cannot be opened again. */
  async cut(): Promise<void> {
    await this.page.unroute('**/api/v1/live?**');
    await this.page.route('**/api/v1/live?**', (route) => route.abort());
  }
}
