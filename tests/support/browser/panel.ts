import type { Page, Response } from '@playwright/test';
import { chenes } from '../fixtures/estates.ts';
import { buildShopUrl } from './shop-test.ts';

/**
 * Opens a screen of the panel.
 * @param path URL path below `/admin`, such as `/page/1`
 */
export const goToPanelScreen = (page: Page, path: string, host = chenes): Promise<Response | null> =>
  page.goto(buildShopUrl(host, `/admin${path}`));

interface PanelCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
}

/**
 * Calls the API as the panel does for the user of the page.
 * @param path URL path below `/api/admin`
 * @returns `data` of the response
 * @throws Error if the call is refused
 */
export const callPanelApiForData = <T>(
  page: Page,
  path: string,
  { method = 'GET', body }: PanelCall = {},
): Promise<T> =>
  page.evaluate(
    async ({ url, method, body }) => {
      const headers = { 'content-type': 'application/json' };
      const json = body === undefined ? {} : { headers, body: JSON.stringify(body) };
      const response = await fetch(url, { method, ...json });
      if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
      return (await response.json()).data;
    },
    { url: `/api/admin${path}`, method, body },
  );

/** Returns a text that no other test of this run uses. */
export const makeUnique = (text: string): string => `${text} ${Date.now()}`;
