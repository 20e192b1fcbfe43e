import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Times of one visit of the admin panel's first screen, in milliseconds from the start of the navigation. */
export interface PanelVisit {
  /** Time until the numbers and tasks of the day are shown. */
  todayMs: number;
  /** Time until the charts are shown, whose code is loaded last. */
  chartsMs: number;
}

interface PanelVisitOptions {
  /** Origin of the estate, such as `http://domaine-des-chenes.localhost:3000`. */
  origin: string;
  /** Cookies of a member of staff. */
  cookies: Readonly<Record<string, string>>;
  /** Factor by which the browser's processor is slowed down. */
  cpuSlowdown: number;
}

/** The selectors of the elements whose appearance is marked, by the name of the performance mark. */
const marks = { today: '#main-content ul[aria-label] li', charts: '#main-content .recharts-surface' };

const visitTimeoutMs = 60_000;

/** Opens the first screen of the panel in a new browser context, which has an empty cache. */
export async function measurePanelVisit(
  browser: Browser,
  { origin, cookies, cpuSlowdown }: PanelVisitOptions,
): Promise<PanelVisit> {
  const context = await browser.newContext({ locale: 'fr-FR', viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })));
    await context.addInitScript(markAppearances, marks);
    const page = await context.newPage();
    await slowDownProcessor(context, page, cpuSlowdown);
    await page.goto(new URL('/admin', origin).href, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('charts').length > 0, undefined, {
      polling: 500,
      timeout: visitTimeoutMs,
    });
    const [todayMs = Number.NaN, chartsMs = Number.NaN] = await page.evaluate(() =>
      ['today', 'charts'].map((name) => performance.getEntriesByName(name)[0]?.startTime),
    );
    return { todayMs, chartsMs };
  } finally {
    await context.close();
  }
}

/** Adds a performance mark when the first element of each selector appears. Runs in the browser's page. */
function markAppearances(selectors: Readonly<Record<string, string>>): void {
  const missing = new Map(Object.entries(selectors));
  new MutationObserver((_, observer) => {
    for (const [name, selector] of missing) {
      if (!document.querySelector(selector)) continue;
      performance.mark(name);
      missing.delete(name);
    }
    if (missing.size === 0) observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

async function slowDownProcessor(context: BrowserContext, page: Page, rate: number): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
