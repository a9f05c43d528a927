import { type Browser, launch } from 'puppeteer-core';
import { findFirefox } from './findFirefox.ts';

/**
 * A stock Firefox, driven over WebDriver BiDi, whose push service is the one at `socketUrl`. It may notify without
 * asking, and draws notifications itself.
 */
export function startFirefox(socketUrl: string): Promise<Browser> {
  return launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    extraPrefsFirefox: {
      'dom.push.enabled': true,
      'dom.push.connection.enabled': true,
      'dom.push.serverURL': socketUrl,
      'dom.push.testing.allowInsecureServerURL': true,
      // How soon it looks again for a push service that went away.
      'dom.push.retryBaseInterval': 200,
      'permissions.default.desktop-notification': 1,
      'alerts.useSystemBackend': false,
    },
  });
}
