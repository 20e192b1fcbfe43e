import type { RunningAnalyticsService } from '../tracking/running-analytics-service.ts';
import { gtag, loadGoogleTag, setGooglePage, toGoogleEventParameters } from './google-tag.ts';

const advertising = ['ad_storage', 'ad_user_data', 'ad_personalization'] as const;

/**
 * Starts Google Ads, and reports each order as the conversion that the estate's id names.
 * @param id account and label of the conversion, such as `AW-123456789/AbCdEfGhIj`
 */
export function start(id: string): RunningAnalyticsService {
  const account = id.slice(0, id.indexOf('/'));
  loadGoogleTag(account, advertising);
  gtag('config', account, { send_page_view: false });
  return {
    trackPage(page) {
      setGooglePage(page);
      if (page.isReported) gtag('event', 'page_view', { send_to: account });
    },
    trackEvent(event) {
      const isConversion = event.name === 'purchase';
      const name = isConversion ? 'conversion' : event.name;
      gtag('event', name, { send_to: isConversion ? id : account, ...toGoogleEventParameters(event) });
    },
    stop: () => gtag('consent', 'update', Object.fromEntries(advertising.map((type) => [type, 'denied']))),
  };
}
