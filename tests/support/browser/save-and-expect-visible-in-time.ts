import { expect, type Page } from '@playwright/test';
import type { TestHost } from '../fixtures/estates.ts';
import { httpGet } from './shop-test.ts';

interface VisibleChange {
  host: TestHost;
  /** URL path of the page on which visitors see the change. */
  path: string;
  /** Returns true for the HTML of the page with the change. */
  isShown: (html: string) => boolean;
  /** URL of the call that saves the change. */
  call: RegExp;
  /** Makes the panel send the call. */
  save: () => Promise<unknown>;
}

/** Time in milliseconds after the save, from which on no new response to a visitor may be outdated. */
const visibleAfterMs = 1_000;

/**
 * Saves a change in the panel, and requests the page until a response shows it. No response that begins a second after
 * the save or later may be outdated. The duration of the responses does not count, because it depends on the load of
 * the machine.
 */
export async function saveAndExpectVisibleInTime(
  page: Page,
  { host, path, isShown, call, save }: VisibleChange,
): Promise<void> {
  expect(isShown((await httpGet(host, path)).text), `${path} shows the change before it is saved`).toBe(false);
  const saved = page.waitForResponse(
    (response) => call.test(response.url()) && response.request().method() !== 'GET' && response.ok(),
  );
  await save();
  await saved;
  const savedAt = performance.now();
  for (;;) {
    const begunAfterMs = performance.now() - savedAt;
    const { text } = await httpGet(host, path);
    if (isShown(text)) return;
    expect(begunAfterMs, `${path} was outdated so many milliseconds after the save`).toBeLessThan(visibleAfterMs);
    await page.waitForTimeout(50);
  }
}
