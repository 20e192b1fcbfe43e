import { centsToEuros } from '#shared/money.ts';
import type { RunningAnalyticsService } from '../tracking/running-analytics-service.ts';
import { readExternalReferrer } from '../tracking/tracked-page.ts';

/**
 * Starts Plausible, which sets no cookies. Its events API is called directly, so that no code of the service runs on
 * the page.
 * @param id the domain under which Plausible counts the site
 */
export function start(id: string): RunningAnalyticsService {
  let url = '';
  const send = (name: string, fields: object = {}) => {
    const body = JSON.stringify({ name, url, domain: id, referrer: readExternalReferrer() || null, ...fields });
    // A JSON content type would cost a preflight request. Events that cannot be sent are not counted.
    const headers = { 'content-type': 'text/plain' };
    fetch('https://plausible.io/api/event', { method: 'POST', headers, keepalive: true, body }).catch(() => {});
  };
  return {
    trackPage(page) {
      url = page.url;
      if (page.isReported) send('pageview');
    },
    trackEvent(event) {
      const revenue = { currency: 'EUR', amount: centsToEuros(event.totalCents) };
      if (event.name === 'purchase') send(event.name, { revenue });
      else
        send(event.name, {
          props: {
            product: event.items
              .map(({ name }) => name)
              .join(', ')
              .slice(0, 300),
          },
        });
    },
    stop: () => {},
  };
}
