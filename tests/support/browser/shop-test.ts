import { type BrowserContext, test as base, type Page, type Response } from '@playwright/test';
import { request } from 'undici';
import type { Host } from '#tests/support/fixtures/estates.ts';

const port = () => {
  const chosen = process.env.SHOP_PORT;
  if (!chosen) throw new Error('SHOP_PORT is not set: the shop did not start');
  return chosen;
};

/** The address of a path on the test server. */
export const urlOf = (host: Pick<Host, 'name'>, path: string): string => `http://${host.name}:${port()}${path}`;

/**
 * Asks for a path as a program would, without following redirects; the server is reached under any host's name. The
 * platform's `fetch` would replace the Host header.
 */
export async function httpGet(host: Pick<Host, 'name'>, path: string, more: Record<string, string> = {}) {
  const name = host.name.endsWith('localhost') ? `${host.name}:${port()}` : host.name;
  const answer = await request(`http://127.0.0.1:${port()}${path}`, { headers: { host: name, ...more } });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

const isOwn = (url: string) => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'data:' || protocol === 'blob:' || hostname === 'localhost' || hostname.endsWith('.localhost');
};

const isPage = (response: Response) => response.request().isNavigationRequest();

/** Everything of a visit that nobody wants: errors, refusals of the policy, missing files, requests to strangers. */
function watchContext(context: BrowserContext, faults: string[]): void {
  context.on('weberror', (error) => {
    const { message } = error.error();
    // The browser's own word on a fade from document to document that it gave up: the page is shown at once instead.
    if (!message.includes('ViewTransition opt-in disabled')) faults.push(`error: ${message}`);
  });
  context.on('console', (message) => {
    // What could not be fetched is told more exactly by the request itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(`console: ${message.text()}`);
  });
  context.on('request', (request) => {
    if (!isOwn(request.url())) faults.push(`stranger: ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400 && !isPage(response)) faults.push(`status ${response.status()}: ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page ends what it was still fetching.
    if (reason !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()} ${reason}`);
  });
}

export interface PageErrors {
  /** What this test provokes on purpose. Everything else fails it. */
  allow(...patterns: RegExp[]): void;
  /** Watches a context that the test made itself. */
  watch(context: BrowserContext): void;
}

/** A test in which an unexpected error of any kind is a failure. */
export const test = base.extend<{ faults: PageErrors }>({
  faults: [
    async ({ context }, use, testInfo) => {
      const seen: string[] = [];
      const expected: RegExp[] = [];
      watchContext(context, seen);
      await use({
        allow: (...patterns) => void expected.push(...patterns),
        watch: (other) => watchContext(other, seen),
      });
      const unexpected = [...new Set(seen)].filter((fault) => !expected.some((pattern) => pattern.test(fault)));
      if (unexpected.length > 0 && testInfo.status === testInfo.expectedStatus)
        throw new Error(`the visit was not clean:\n${unexpected.join('\n')}`);
      if (unexpected.length > 0) await testInfo.attach('faults', { body: unexpected.join('\n') });
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/**
 * Waits until the page navigates by itself. The router says so by taking the scroll position over from the browser;
 * before that links work as well, but load a new document.
 */
export const waitForHydration = (page: Page) => page.waitForFunction(() => window.history.scrollRestoration === 'manual');

/** Opens a page and waits until its scripts are at work. */
export async function openPage(page: Page, host: Host, path: string): Promise<Response | null> {
  const response = await page.goto(urlOf(host, path));
  await waitForHydration(page);
  return response;
}

/** Marks the document, to see later whether it is still the same. */
export const markDocument = (page: Page) =>
  page.evaluate(() => void document.documentElement.setAttribute('data-same', ''));

export const isSameDocument = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-same'));
