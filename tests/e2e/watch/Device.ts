import { type BrowserContext, type CDPSession, expect, type Page, type Worker } from '@playwright/test';
import type { ReceiptProxy } from '#tests/support/push/receiptProxy.ts';

/** The site's service worker in Chromium, and the push service that hands it messages. */
export class Device {
  readonly page: Page;
  readonly proxy: ReceiptProxy;
  readonly #session: CDPSession;
  readonly #registrationId: string;
  readonly #worker: Worker;

  private constructor(page: Page, proxy: ReceiptProxy, session: CDPSession, registrationId: string, worker: Worker) {
    this.page = page;
    this.proxy = proxy;
    this.#session = session;
    this.#registrationId = registrationId;
    this.#worker = worker;
  }

  static async open(context: BrowserContext, proxy: ReceiptProxy, language: string): Promise<Device> {
    await context.grantPermissions(['notifications'], { origin: proxy.url });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
        if (one) resolve(one.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    await page.goto(`${proxy.url}/en/watch`);
    await page.evaluate(async (text) => {
      await navigator.serviceWorker.register('/sw.js');
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage({ type: 'language', language: text });
    }, language);
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    const device = new Device(page, proxy, session, await registered, worker);
    await device.#untilItNotifies();
    await device.#countShown();
    return device;
  }

  /** A browser that has just started forgets notifications until its part for them is there. */
  async #untilItNotifies(): Promise<void> {
    const tried = () =>
      this.page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.showNotification('ready', { tag: 'ready', silent: true });
        return (await registration.getNotifications()).length;
      });
    await expect.poll(tried).toBe(1);
    await this.#clear();
  }

  async #clear(): Promise<void> {
    const left = () =>
      this.page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        for (const one of await registration.getNotifications()) one.close();
        return (await registration.getNotifications()).length;
      });
    await expect.poll(left).toBe(0);
  }

  async #countShown(): Promise<void> {
    await this.#worker.evaluate(() => {
      const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
      const show = registration.showNotification.bind(registration);
      Object.assign(self, { visibleCount: 0 });
      registration.showNotification = async (...notification) => {
        await show(...notification);
        Object.assign(self, { visibleCount: Reflect.get(self, 'visibleCount') + 1 });
      };
    });
  }

  /**
   * Has the message arrive, and waits until a notification is shown. Chromium forgets one that is queried between
   * writing it down and showing it, so nothing may call `notifications` before.
   */
  async push(data: string | object): Promise<void> {
    const visibleCount = () => this.#worker.evaluate(() => Reflect.get(self, 'visibleCount') as number);
    const before = await visibleCount();
    await this.#session.send('ServiceWorker.deliverPushMessage', {
      origin: this.proxy.url,
      registrationId: this.#registrationId,
      data: typeof data === 'string' ? data : JSON.stringify(data),
    });
    await expect.poll(visibleCount).toBe(before + 1);
  }

  /** What is on the screen of the device. */
  notifications() {
    return this.page.evaluate(async () => {
      const notifications = await (await navigator.serviceWorker.ready).getNotifications();
      return notifications.map(({ title, body, tag, silent, requireInteraction, data }) => ({
        title,
        body,
        tag,
        silent,
        requireInteraction,
        url: data?.url as string | undefined,
      }));
    });
  }
}
