import type { ShopEvent } from '#client/core/shop-events.ts';
import type { AnalyticsServiceKey } from '#shared/consent/analytics-services.ts';
import { analyticsServiceModules } from './analytics-service-modules.ts';
import type { RunningAnalyticsService } from './tracking/running-analytics-service.ts';
import type { TrackedPage } from './tracking/tracked-page.ts';

interface AnalyticsServiceRunner {
  /** Starts services that are not running yet, and reports the present page to the started services. */
  start(services: readonly { app: AnalyticsServiceKey; id: string }[]): void;
  /** Reports a page to the running services. The same page in succession is reported once. */
  showPage(page: TrackedPage): void;
  trackEvent(event: ShopEvent): void;
  stop(): void;
}

const reportedOrdersKey = 'cuvee-reported-orders';
const maxReportedOrders = 20;

/**
 * Remembers an order in this browser.
 * @returns false if the order was reported before, for example before a reload
 */
function isFirstReport(orderNumber: string): boolean {
  try {
    const reported: unknown = JSON.parse(localStorage.getItem(reportedOrdersKey) ?? '[]');
    const orders = Array.isArray(reported) ? reported : [];
    if (orders.includes(orderNumber)) return false;
    localStorage.setItem(reportedOrdersKey, JSON.stringify([orderNumber, ...orders].slice(0, maxReportedOrders)));
  } catch {
    // Local storage is blocked or damaged. A purchase is then reported again when its page is loaded again.
  }
  return true;
}

export function createAnalyticsServiceRunner(
  modules: typeof analyticsServiceModules = analyticsServiceModules,
): AnalyticsServiceRunner {
  const runningServices = new Map<AnalyticsServiceKey, Promise<RunningAnalyticsService | null>>();
  const started: RunningAnalyticsService[] = [];
  let page: TrackedPage | undefined;
  let isStopped = false;

  async function startService(app: AnalyticsServiceKey, id: string): Promise<RunningAnalyticsService | null> {
    // Browser extensions often block analytics modules. The service does not run then.
    const module = await modules[app]().catch(() => null);
    if (!module || isStopped) return null;
    const service = module.start(id);
    started.push(service);
    return service;
  }

  /** Reports to each service at once if the service runs, otherwise as soon as its code has loaded. */
  const reportTo = (
    targets: Iterable<Promise<RunningAnalyticsService | null>>,
    report: (service: RunningAnalyticsService) => void,
  ) => {
    for (const target of targets)
      void target.then((service) => {
        if (service && !isStopped) report(service);
      });
  };

  return {
    start(services) {
      for (const { app, id } of services) {
        if (runningServices.has(app)) continue;
        const service = startService(app, id);
        runningServices.set(app, service);
        const present = page;
        if (present) reportTo([service], (running) => running.trackPage(present));
      }
    },
    showPage(next) {
      if (page?.url === next.url && page.isReported === next.isReported) return;
      page = next;
      reportTo(runningServices.values(), (service) => service.trackPage(next));
    },
    trackEvent(event) {
      if (runningServices.size === 0 || (event.name === 'purchase' && !isFirstReport(event.orderNumber))) return;
      reportTo(runningServices.values(), (service) => service.trackEvent(event));
    },
    stop() {
      isStopped = true;
      for (const service of started) service.stop();
    },
  };
}
