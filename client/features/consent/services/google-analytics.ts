import type { RunningAnalyticsService } from '../tracking/running-analytics-service.ts';
import { gtag, loadGoogleTag, setGooglePage, toGoogleEventParameters } from './google-tag.ts';

/** Starts Google Analytics 4. Its cookies last 13 months, and its data is not combined with advertising. */
export function start(id: string): RunningAnalyticsService {
  loadGoogleTag(id, ['analytics_storage']);
  gtag('config', id, {
    send_page_view: false,
    cookie_expires: 13 * 30 * 86_400,
    cookie_update: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  return {
    trackPage(page) {
      setGooglePage(page);
      if (page.isReported) gtag('event', 'page_view', { send_to: id });
    },
    trackEvent: (event) => gtag('event', event.name, { send_to: id, ...toGoogleEventParameters(event) }),
    stop() {
      gtag('consent', 'update', { analytics_storage: 'denied' });
      Object.assign(window, { [`ga-disable-${id}`]: true });
    },
  };
}
