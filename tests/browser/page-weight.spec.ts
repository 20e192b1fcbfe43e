import type { Page } from '@playwright/test';
import { imageWidths } from '#shared/media/build-image-url.ts';
import { buildShopUrl, expect, openPage, test } from '#tests/support/browser/shop-test.ts';
import { chenes, type TestHost, willow } from '#tests/support/fixtures/estates.ts';

const limits = { scriptBytes: 91_000, scriptRequests: 3, layoutShift: 0.05 };

/** Adds a performance mark once React has hydrated the page and its menu is interactive. */
const markHydration = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('nav[data-live]')) return;
      performance.mark('hydrated');
      observer.disconnect();
    }).observe(document, { attributes: true, childList: true, subtree: true });
  });

/** Lists the loaded scripts with their compressed size. `isInitial` is true for those requested before hydration. */
const scriptsOf = (page: Page) =>
  page.evaluate(() => {
    const hydratedAt = performance.getEntriesByName('hydrated')[0]?.startTime ?? Number.POSITIVE_INFINITY;
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return resources
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, startTime, encodedBodySize }) => ({
        name: name.replace(/^.*\//, ''),
        bytes: encodedBodySize,
        isInitial: startTime < hydratedAt,
      }));
  });

for (const [host, path] of [
  [chenes, chenes.lists.wines],
  [willow, willow.lists.wines],
] as const) {
  test(`the wine list of ${host.estate} hydrates with at most 91 kB of JavaScript in at most three requests`, async ({
    page,
  }) => {
    await markHydration(page);
    await openPage(page, host, path);
    const scripts = await scriptsOf(page);
    const initial = scripts.filter(({ isInitial }) => isInitial);
    const summary = scripts
      .map(({ name, bytes, isInitial }) => `${name} ${bytes}${isInitial ? '' : ' (later)'}`)
      .join(', ');
    test.info().annotations.push({ type: 'weight', description: summary });
    expect(initial.length, summary).toBeGreaterThan(0);
    expect(initial.length, summary).toBeLessThanOrEqual(limits.scriptRequests);
    expect(
      initial.reduce((sum, { bytes }) => sum + bytes, 0),
      summary,
    ).toBeLessThanOrEqual(limits.scriptBytes);
  });
}

for (const [host, path, kilobytes] of [
  [chenes, chenes.lists.wines, 56],
  [willow, willow.lists.wines, 39],
] as const) {
  test(`the HTML of the wine list of ${host.estate} has at most ${kilobytes} kB, and says nothing twice`, async ({
    page,
  }) => {
    const response = await page.goto(buildShopUrl(host, path));
    const html = (await response?.text()) ?? '';
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(kilobytes * 1_000);
    const data = /<script type="application\/json" id="hydration">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
    const cards = [...html.matchAll(/<h2[^>]*><a href="([^"]+)"/g)].map(([, href]) => href ?? '');
    expect(cards.length).toBeGreaterThan(5);
    expect(cards.filter((href) => data.includes(`"${href}"`))).toEqual([]);
  });
}

test('scripts are served with brotli and cached as immutable', async ({ page }) => {
  const response = page.waitForResponse(/\/assets\/entry.*\.js$/);
  await page.goto(buildShopUrl(chenes, chenes.lists.wines));
  const headers = (await response).headers();
  expect(headers['content-encoding']).toBe('br');
  expect(headers['cache-control']).toMatch(/max-age=31536000.*immutable/);
});

const pages: [TestHost, string][] = [
  [chenes, '/'],
  [chenes, chenes.lists.wines],
  [chenes, '/wines/rose-aube/6'],
  [chenes, '/actualites'],
  [willow, '/'],
  [willow, '/wines'],
  [willow, '/wines/pecharmant/1'],
  [willow, '/our-story'],
];

interface PaintMetrics {
  shift: number;
  shifted: string[];
  largest: string;
  isLargestLazy: boolean;
}

/** Records layout shifts and the largest contentful paint of a page. */
const observePaint = (page: Page) =>
  page.addInitScript(() => {
    const metrics: PaintMetrics = { shift: 0, shifted: [], largest: '', isLargestLazy: false };
    Object.assign(window, { paintMetrics: metrics });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Element | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        metrics.shift += entry.value;
        metrics.shifted.push(...entry.sources.map(({ node }) => `${node?.nodeName}.${node?.className}`));
      }
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      const entry = list.getEntries().at(-1) as PerformanceEntry & { element?: HTMLImageElement; url: string };
      metrics.largest = `${entry.element?.nodeName} ${entry.url}`;
      metrics.isLargestLazy = entry.element?.getAttribute('loading') === 'lazy';
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });

const readPaintMetrics = (page: Page) =>
  page.evaluate(() => (window as unknown as { paintMetrics: PaintMetrics }).paintMetrics);

for (const width of [390, 1280]) {
  test(`pages at ${width} px have almost no layout shift and load the largest picture eagerly`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 844 });
    await observePaint(page);
    for (const [host, path] of pages) {
      await openPage(page, host, path);
      await page.waitForLoadState('networkidle');
      await page.mouse.wheel(0, 1500);
      await page.waitForLoadState('networkidle');
      const { shift, shifted, isLargestLazy, largest } = await readPaintMetrics(page);
      expect(shift, `${path}: ${shifted.join(' ')}`).toBeLessThan(limits.layoutShift);
      expect(isLargestLazy, `${path}: ${largest}`).toBe(false);
    }
  });
}

test('pictures have dimensions and listed widths, the first is preloaded and distant ones are lazy', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [host, path] of pages) {
    await openPage(page, host, path);
    const pictures = await page.locator('img').evaluateAll((images: HTMLImageElement[]) =>
      images.map((image) => ({
        html: image.outerHTML.slice(0, 200),
        hasSize: /^\d+$/.test(image.getAttribute('width') ?? '') && /^\d+$/.test(image.getAttribute('height') ?? ''),
        hasAlt: image.hasAttribute('alt'),
        addresses: [image.src, ...image.srcset.split(', ').map((candidate) => candidate.split(' ')[0] ?? '')].filter(
          Boolean,
        ),
        isLazy: image.loading === 'lazy',
        isFarBelow: image.getBoundingClientRect().top > 2 * window.innerHeight,
      })),
    );
    for (const { html, hasSize, hasAlt, addresses, isLazy, isFarBelow } of pictures) {
      expect(hasSize, html).toBe(true);
      expect(hasAlt, html).toBe(true);
      if (isFarBelow) expect(isLazy, html).toBe(true);
      for (const address of addresses.map((src) => new URL(src, buildShopUrl(host, '/')))) {
        if (!address.pathname.startsWith('/image/')) continue;
        expect(imageWidths as readonly number[], html).toContain(Number(address.searchParams.get('w')));
        expect(address.searchParams.get('format'), html).toBeNull();
      }
    }
    const eager = pictures.filter(({ isLazy, addresses }) => !isLazy && addresses[0]?.includes('/image/'));
    const preloads = await page.locator('link[rel=preload][as=image]').count();
    if (eager.length > 0) expect(preloads, `preloads of ${path}`).toBeGreaterThan(0);
    expect(eager.length, `eager pictures of ${path}`).toBeLessThanOrEqual(4);
  }
});

for (const width of [390, 768, 1440]) {
  test(`pictures at ${width} px are fetched at about the size at which they are drawn`, async ({ browser }) => {
    test.slow();
    for (const [host, path] of [...pages, [chenes, '/notre-domaine'], [chenes, '/albums']] as const) {
      // A browser prefers a larger source that another page has loaded, so each page has a context of its own.
      const context = await browser.newContext({ viewport: { width, height: 844 } });
      const page = await context.newPage();
      await openPage(page, host, path);
      await page.waitForLoadState('networkidle');
      const unfit = await page.locator('img[src^="/image/"]').evaluateAll((images: HTMLImageElement[]) =>
        images.flatMap((image) => {
          const fetched = Number(new URL(image.currentSrc || 'x:').searchParams.get('w'));
          const box = image.getBoundingClientRect();
          const original = Number(image.getAttribute('width'));
          const ratio = original / Number(image.getAttribute('height'));
          // A picture that covers its box is drawn as wide as the height of the box demands.
          const covered = getComputedStyle(image).objectFit === 'cover' ? box.height * ratio : 0;
          const drawn = Math.max(box.width, covered) * window.devicePixelRatio;
          const isTooSmall = fetched < (window.innerWidth < 768 ? 0.7 : 0.9) * Math.min(drawn, original, 1440);
          const isTooLarge = fetched > Math.max(2 * drawn, 192);
          return fetched > 0 && drawn > 0 && (isTooSmall || isTooLarge)
            ? [`${image.currentSrc} for ${Math.round(drawn)} in ${image.sizes}`]
            : [];
        }),
      );
      expect.soft(unfit, path).toEqual([]);
      await context.close();
    }
  });
}

test('a page requests AVIF with its first visit, and gets it as soon as it has been made', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const typeOfHero = async () => {
    const [response] = await Promise.all([
      page.waitForResponse((one) => new URL(one.url()).pathname.startsWith('/image/')),
      page.goto(buildShopUrl(chenes, '/')),
    ]);
    expect(response.headers().vary).toBe('accept');
    return response.headers()['content-type'];
  };
  expect(['image/webp', 'image/avif']).toContain(await typeOfHero());
});

test('a second visit fetches no cached resource again', async ({ page }) => {
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
