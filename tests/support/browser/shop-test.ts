import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  type Page,
  type Request,
  type Response,
  type TestInfo,
  type WebError,
} from '@playwright/test';
import { request } from 'undici';
import type { TestHost } from '#tests/support/fixtures/estates.ts';

const port = () => {
  const value = process.env.SHOP_PORT;
  if (!value) throw new Error('SHOP_PORT is not set, because the server did not start');
  return value;
};

export const buildShopUrl = (host: Pick<TestHost, 'name'>, path: string): string =>
  `http://${host.name}:${port()}${path}`;

/**
 * Requests a path outside the browser, without following redirects. Node's `fetch` is not used, because it would
 * replace the Host header.
 */
export async function httpGet(host: Pick<TestHost, 'name'>, path: string, headers: Record<string, string> = {}) {
  const name = host.name.endsWith('localhost') ? `${host.name}:${port()}` : host.name;
  const response = await request(`http://127.0.0.1:${port()}${path}`, { headers: { host: name, ...headers } });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

const isLocal = (url: string) => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'data:' || protocol === 'blob:' || hostname === 'localhost' || hostname.endsWith('.localhost');
};

const isDocument = (response: Response) => response.request().isNavigationRequest();

/** Chromium's messages about a skipped view transition. They differ by whether the old or the new document was slow. */
const skippedTransition = /^Transition was skipped|ViewTransition opt-in disabled/;

/**
 * Collects script errors, console errors (including violations of the content security policy), failed requests and
 * requests to other hosts.
 * @returns a function that ends the collection
 */
function watchContext(context: BrowserContext, errors: string[]): () => void {
  const onWebError = (error: WebError) => {
    const { message } = error.error();
    // Chromium reports a skipped cross-document view transition as an error although the page is shown correctly.
    if (!skippedTransition.test(message)) errors.push(`error: ${message}`);
  };
  const onConsole = (message: ConsoleMessage) => {
    // Messages about failed resources are ignored, because the `response` and `requestfailed` events report the same
    // failures with their URLs.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(`console: ${message.text()}`);
  };
  const onRequest = (request: Request) => {
    if (!isLocal(request.url())) errors.push(`other host: ${request.url()}`);
  };
  const onResponse = (response: Response) => {
    if (response.status() >= 400 && !isDocument(response))
      errors.push(`status ${response.status()}: ${response.url()}`);
  };
  const onRequestFailed = (request: Request) => {
    const reason = request.failure()?.errorText ?? '';
    // A navigation aborts the requests of the previous page, which is not an error.
    if (reason !== 'net::ERR_ABORTED') errors.push(`failed: ${request.url()} ${reason}`);
  };
  context.on('weberror', onWebError);
  context.on('console', onConsole);
  context.on('request', onRequest);
  context.on('response', onResponse);
  context.on('requestfailed', onRequestFailed);
  return () => {
    context.off('weberror', onWebError);
    context.off('console', onConsole);
    context.off('request', onRequest);
    context.off('response', onResponse);
    context.off('requestfailed', onRequestFailed);
  };
}

interface PageErrors {
  /** Accepts errors that the test provokes on purpose. All other errors fail the test. */
  allow(...patterns: RegExp[]): void;
  /** Also collects the errors of a browser context that is not the test's own, until the test ends. */
  watch(context: BrowserContext): void;
}

const contextsWithoutPopups = new WeakSet<BrowserContext>();
/** Marks the popups of the demonstration estates as closed, so that none appears in the middle of a journey. */
async function dismissPopups(context: BrowserContext): Promise<void> {
  if (contextsWithoutPopups.has(context)) return;
  contextsWithoutPopups.add(context);
  await context.addInitScript(() => {
    // A document without a host, such as about:blank, has no storage.
    if (location.host) localStorage.setItem('popup-1', String(Date.now()));
  });
}

const maxPictureMs = 5_000;

/** Attaches a picture of each open page to the report of a failed test; an error in its place if it cannot be drawn. */
async function attachPictures(contexts: readonly BrowserContext[], testInfo: TestInfo): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const picture = await page.screenshot({ timeout: maxPictureMs }).catch(String);
    await testInfo.attach('page', {
      body: picture,
      contentType: typeof picture === 'string' ? 'text/plain' : 'image/png',
    });
  }
}

/** Playwright's `test` with a fixture that fails a test on any unexpected page error. */
export const test = base.extend<{ pageErrors: PageErrors; hasPopups: boolean }>({
  hasPopups: [false, { option: true }],
  pageErrors: [
    async ({ context, hasPopups }, use, testInfo) => {
      if (!hasPopups) await dismissPopups(context);
      const seen: string[] = [];
      const allowed: RegExp[] = [];
      const contexts = [context];
      const ends = [watchContext(context, seen)];
      await use({
        allow: (...patterns) => void allowed.push(...patterns),
        watch: (other) => {
          contexts.push(other);
          ends.push(watchContext(other, seen));
          if (!hasPopups) void dismissPopups(other);
        },
      });
      for (const end of ends) end();
      if (testInfo.status !== testInfo.expectedStatus) await attachPictures(contexts, testInfo);
      const unexpected = [...new Set(seen)].filter((error) => !allowed.some((pattern) => pattern.test(error)));
      if (unexpected.length > 0 && testInfo.status === testInfo.expectedStatus)
        throw new Error(`unexpected page errors:\n${unexpected.join('\n')}`);
      if (unexpected.length > 0) await testInfo.attach('page-errors', { body: unexpected.join('\n') });
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/** Waits until the client router is running. The router has then taken over the restoration of scroll positions. */
export const waitForHydration = (page: Page) =>
  page.waitForFunction(() => window.history.scrollRestoration === 'manual');

export async function openPage(page: Page, host: TestHost, path: string): Promise<Response | null> {
  const response = await page.goto(buildShopUrl(host, path));
  await waitForHydration(page);
  return response;
}

/** Marks the current document, so that `isSameDocument` can detect that a new document has been loaded. */
export const markDocument = (page: Page) =>
  page.evaluate(() => void document.documentElement.setAttribute('data-same', ''));

export const isSameDocument = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-same'));
