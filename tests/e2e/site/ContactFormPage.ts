import type { Locator, Page, Request } from '@playwright/test';
import { apiPaths } from '#shared/wire/apiPaths.ts';

/** The contact form as a visitor finds it, by its English labels. */
export class ContactFormPage {
  readonly name: Locator;
  readonly email: Locator;
  readonly subject: Locator;
  readonly message: Locator;
  readonly send: Locator;
  /** Requests that reached the server's address, with their bodies. */
  readonly sent: Record<string, unknown>[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.name = page.getByLabel('Name');
    this.email = page.getByLabel('Email');
    this.subject = page.getByLabel('Subject');
    this.message = page.getByLabel('Message');
    this.send = page.getByRole('button', { name: 'Send message' });
  }

  async fill(): Promise<void> {
    await this.name.fill('Ana Petrova');
    await this.email.fill('ana@example.org');
    await this.subject.fill('A question');
    await this.message.fill('How near was\nthe last strike?');
  }

  /** Lets the server answer with these statuses, one after the other; 0 is no answer at all. */
  async answerWith(...statuses: number[]): Promise<void> {
    const left = [...statuses];
    await this.#page.route(`**${apiPaths.contact}`, async (route) => {
      this.sent.push(bodyOf(route.request()));
      const status = left.length > 1 ? (left.shift() ?? 0) : (left[0] ?? 0);
      await (status === 0 ? route.abort() : route.fulfill({ status, json: { status: 'delivered' } }));
    });
  }
}

function bodyOf(request: Request): Record<string, unknown> {
  return request.postDataJSON();
}
