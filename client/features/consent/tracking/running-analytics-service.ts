import type { ShopEvent } from '#client/core/shop-events.ts';
import type { TrackedPage } from './tracked-page.ts';

export interface RunningAnalyticsService {
  /** Reports the visit of a page if `page.isReported`. Otherwise only sets the page of further events. */
  trackPage(page: TrackedPage): void;
  trackEvent(event: ShopEvent): void;
  /** Stops sending. The document is reloaded afterwards, which removes the code of the service. */
  stop(): void;
}
