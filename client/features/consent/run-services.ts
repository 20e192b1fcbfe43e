import type { ShopEvent } from '#client/core/shop-events.ts';
import type { AnalyticsServiceKey } from '#shared/consent/analytics-services.ts';
import { serviceModules } from './service-modules.ts';
import type { ServiceSession } from './service-session.ts';
import type { TrackedPage } from './tracked-page.ts';

export interface ServiceRunner {
  /** Starts services that are not running yet, and reports the present page to the started services. */
  start(services: readonly { app: AnalyticsServiceKey; id: string }[]): void;
  /** Reports a page to the running services. The same page in succession is reported once. */
  showPage(page: TrackedPage): void;
  trackEvent(event: ShopEvent): void;
  /** Stops all analytics services. */
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

export function createServiceRunner(modules: typeof serviceModules = serviceModules): ServiceRunner {
  const sessions = new Map<AnalyticsServiceKey, Promise<ServiceSession | null>>();
  const started: ServiceSession[] = [];
  let page: TrackedPage | undefined;
  let isStopped = false;

  async function startSession(app: AnalyticsServiceKey, id: string): Promise<ServiceSession | null> {
    // Browser extensions often block analytics modules. The service does not run then.
    const module = await modules[app]().catch(() => null);
    if (!module || isStopped) return null;
    const session = module.start(id);
    started.push(session);
    return session;
  }

  /** Reports to each service at once if the service runs, otherwise as soon as its code has loaded. */
  const reportTo = (targets: Iterable<Promise<ServiceSession | null>>, report: (session: ServiceSession) => void) => {
    for (const target of targets)
      void target.then((session) => {
        if (session && !isStopped) report(session);
      });
  };

  return {
    start(services) {
      for (const { app, id } of services) {
        if (sessions.has(app)) continue;
        const session = startSession(app, id);
        sessions.set(app, session);
        const present = page;
        if (present) reportTo([session], (running) => running.trackPage(present));
      }
    },
    showPage(next) {
      if (page?.url === next.url && page.isReported === next.isReported) return;
      page = next;
      reportTo(sessions.values(), (session) => session.trackPage(next));
    },
    trackEvent(event) {
      if (sessions.size === 0 || (event.name === 'purchase' && !isFirstReport(event.orderNumber))) return;
      reportTo(sessions.values(), (session) => session.trackEvent(event));
    },
    stop() {
      isStopped = true;
      for (const session of started) session.stop();
    },
  };
}
