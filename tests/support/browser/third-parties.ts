import type { BrowserContext } from '@playwright/test';

/** Responds to all requests to third parties with an empty script, and records them. */
export async function stubAndRecordThirdParties(context: BrowserContext) {
  const requests: { url: URL; body: string | null }[] = [];
  await context.route(
    (url) => !url.hostname.endsWith('localhost'),
    async (route) => {
      requests.push({ url: new URL(route.request().url()), body: route.request().postData() });
      await route.fulfill({
        contentType: 'text/javascript',
        body: '',
        headers: { 'access-control-allow-origin': '*' },
      });
    },
  );
  return {
    requests,
    hosts: () => [...new Set(requests.map(({ url }) => url.hostname))].sort(),
    /** The bodies of the requests that pages have sent to Plausible. */
    plausibleEvents: () =>
      requests.flatMap(({ url, body }) => (url.hostname === 'plausible.io' ? [JSON.parse(body ?? '{}')] : [])),
  };
}
