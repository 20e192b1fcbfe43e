import type { Page } from '@playwright/test';
import { imageWidths } from '#shared/media/image-address.ts';
import { expect, openPage, test, urlOf } from '#tests/support/browser/shop-test.ts';
import { chenes, type Host, willow } from '#tests/support/fixtures/estates.ts';

const most = { scriptBytes: 90_000, scriptRequests: 3, layoutShift: 0.05 };

/** Marks the moment in which the page answers: React has taken it over, and its menu is alive. */
const watchLife = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('nav[data-live]')) return;
      performance.mark('alive');
      observer.disconnect();
    }).observe(document, { attributes: true, childList: true, subtree: true });
  });

/** Scripts with the compressed bytes of their bodies, and whether they were asked for before the page was alive. */
const scriptsOf = (page: Page) =>
  page.evaluate(() => {
    const alive = performance.getEntriesByName('alive')[0]?.startTime ?? Number.POSITIVE_INFINITY;
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return resources
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, startTime, encodedBodySize }) => ({
        name: name.replace(/^.*\//, ''),
        bytes: encodedBodySize,
        first: startTime < alive,
      }));
  });

for (const [host, path] of [
  [chenes, chenes.lists.wines],
  [willow, willow.lists.wines],
] as const) {
  test(`the wine list of ${host.estate} is alive after at most 90 kB of code in at most three files`, async ({
    page,
  }) => {
    await watchLife(page);
    await openPage(page, host, path);
    const scripts = await scriptsOf(page);
    const first = scripts.filter((script) => script.first);
    const told = scripts.map(({ name, bytes, first }) => `${name} ${bytes}${first ? '' : ' (later)'}`).join(', ');
    test.info().annotations.push({ type: 'weight', description: told });
    expect(first.length, told).toBeGreaterThan(0);
    expect(first.length, told).toBeLessThanOrEqual(most.scriptRequests);
    expect(
      first.reduce((sum, { bytes }) => sum + bytes, 0),
      told,
    ).toBeLessThanOrEqual(most.scriptBytes);
  });
}

test('code travels compressed by brotli and may be kept for ever', async ({ page }) => {
  const answered = page.waitForResponse(/\/assets\/entry.*\.js$/);
  await page.goto(urlOf(chenes, chenes.lists.wines));
  const headers = (await answered).headers();
  expect(headers['content-encoding']).toBe('br');
  expect(headers['cache-control']).toMatch(/max-age=31536000.*immutable/);
});

const seen: [Host, string][] = [
  [chenes, '/'],
  [chenes, chenes.lists.wines],
  [chenes, '/wines/rose-aube/6'],
  [chenes, '/actualites'],
  [willow, '/'],
  [willow, '/wines'],
  [willow, '/wines/pecharmant/1'],
  [willow, '/our-story'],
];

interface Painted {
  shift: number;
  shifted: string[];
  largest: string;
  isLargestLazy: boolean;
}

/** Starts to watch what moves and what is the largest thing painted. */
const watchPaint = (page: Page) =>
  page.addInitScript(() => {
    const painted: Painted = { shift: 0, shifted: [], largest: '', isLargestLazy: false };
    Object.assign(window, { painted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Element | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        painted.shift += entry.value;
        painted.shifted.push(...entry.sources.map(({ node }) => `${node?.nodeName}.${node?.className}`));
      }
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      const entry = list.getEntries().at(-1) as PerformanceEntry & { element?: HTMLImageElement; url: string };
      painted.largest = `${entry.element?.nodeName} ${entry.url}`;
      painted.isLargestLazy = entry.element?.getAttribute('loading') === 'lazy';
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });

const paintedOn = (page: Page) => page.evaluate(() => (window as unknown as { painted: Painted }).painted);

for (const width of [390, 1280]) {
  test(`nothing jumps while pages appear on ${width} px, and the largest picture is not lazy`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 844 });
    await watchPaint(page);
    for (const [host, path] of seen) {
      await openPage(page, host, path);
      await page.waitForLoadState('networkidle');
      await page.mouse.wheel(0, 1500);
      await page.waitForLoadState('networkidle');
      const { shift, shifted, isLargestLazy, largest } = await paintedOn(page);
      expect(shift, `${path}: ${shifted.join(' ')}`).toBeLessThan(most.layoutShift);
      expect(isLargestLazy, `${path}: ${largest}`).toBe(false);
    }
  });
}

test('every picture has its dimensions and a listed width, the first is preloaded, those below are lazy', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [host, path] of seen) {
    await openPage(page, host, path);
    const pictures = await page.locator('img').evaluateAll((images: HTMLImageElement[]) =>
      images.map((image) => ({
        what: image.outerHTML.slice(0, 200),
        sized: /^\d+$/.test(image.getAttribute('width') ?? '') && /^\d+$/.test(image.getAttribute('height') ?? ''),
        described: image.hasAttribute('alt'),
        addresses: [image.src, ...image.srcset.split(', ').map((candidate) => candidate.split(' ')[0] ?? '')].filter(
          Boolean,
        ),
        lazy: image.loading === 'lazy',
        far: image.getBoundingClientRect().top > 2 * window.innerHeight,
        shownAs: image.currentSrc,
        shown: image.getBoundingClientRect().width,
      })),
    );
    for (const { what, sized, described, addresses, lazy, far } of pictures) {
      expect(sized, what).toBe(true);
      expect(described, what).toBe(true);
      if (far) expect(lazy, what).toBe(true);
      for (const address of addresses.map((one) => new URL(one, urlOf(host, '/')))) {
        if (!address.pathname.startsWith('/image/')) continue;
        expect(imageWidths as readonly number[], what).toContain(Number(address.searchParams.get('w')));
        expect(address.searchParams.get('format'), what).toBe('webp');
      }
    }
    const eager = pictures.filter(({ lazy, addresses }) => !lazy && addresses[0]?.includes('/image/'));
    const preloads = await page.locator('link[rel=preload][as=image]').count();
    if (eager.length > 0) expect(preloads, `${path} preloads what is seen first`).toBeGreaterThan(0);
    expect(eager.length, `${path} loads few pictures at once`).toBeLessThanOrEqual(4);
  }
});

test('a picture is fetched about as large as it is shown', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [host, path] of seen.slice(0, 3)) {
    await openPage(page, host, path);
    await page.waitForLoadState('networkidle');
    const wasteful = await page.locator('img').evaluateAll((images: HTMLImageElement[]) =>
      images.flatMap((image) => {
        const fetched = Number(new URL(image.currentSrc || 'x:').searchParams.get('w'));
        const shown = image.getBoundingClientRect().width * window.devicePixelRatio;
        return fetched > 0 && shown > 0 && fetched > Math.max(2.5 * shown, 192)
          ? [`${image.currentSrc} for ${shown}`]
          : [];
      }),
    );
    expect(wasteful, path).toEqual([]);
  }
});

test('a second visit fetches nothing that the browser has already', async ({ page }) => {
  await openPage(page, chenes, '/wines/rose-aube/6');
  await page.waitForLoadState('networkidle');
  await openPage(page, chenes, '/wines/rose-aube/6');
  await page.waitForLoadState('networkidle');
  const fetched = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, transferSize }) => transferSize > 0 && !new URL(name).pathname.startsWith('/api/'))
      .map(({ name }) => new URL(name).pathname),
  );
  expect(fetched.filter((path) => path !== '/manifest.webmanifest')).toEqual([]);
});
