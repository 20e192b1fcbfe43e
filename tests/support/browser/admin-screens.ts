import { expect, type Page, type Request } from '@playwright/test';
import { customScreens, resourceScreens } from '#client/admin/screens/admin-screens.ts';
import { adminPath } from '#shared/admin/admin-config.ts';

/**
 * The resources whose items only customers and other tests create. All other resources have an item in the
 * demonstration.
 */
const possiblyEmptyResources = ['order', 'newsletter-issue'];

/** The calls of the lists whose URL path differs from `/admin/<resource>`. */
const listCalls: Readonly<Record<string, string>> = { 'form-submission': 'forms/submission' };

/** The URL paths of the panel's dashboard, lists and screens outside resources, below `/admin`. */
export const adminOverviewPaths: readonly string[] = [
  '/',
  ...resourceScreens.flatMap(({ name, list }) => (list ? [`/${name}`] : [])),
  ...customScreens.map(({ path }) => path),
];

/** Lists the URL paths of the screens for one item and for a new item of each resource, below `/admin`. */
export async function listAdminItemPaths(page: Page): Promise<string[]> {
  const paths: string[] = [];
  for (const { name, create, edit, show } of resourceScreens) {
    if (create) paths.push(`/${name}/create`);
    if (!edit && !show) continue;
    const key = await readFirstKey(page, name);
    if (key === undefined) expect(possiblyEmptyResources, `the resource ${name} has no item`).toContain(name);
    else paths.push(`/${name}/${encodeURIComponent(key)}${show ? '/show' : ''}`);
  }
  return paths;
}

/** Returns the key of the first item of a resource; undefined if there is none. */
const readFirstKey = (page: Page, resource: string): Promise<string | undefined> =>
  page.evaluate(async (call) => {
    const { data } = await (await fetch(`/api/admin/${call}?nbItem=1`)).json();
    const [item] = Object.values(data as object).find(Array.isArray) ?? [];
    return item && String(item.key ?? item.id);
  }, listCalls[resource] ?? resource);

interface ScreenOpener {
  /** Opens a screen as the panel's menu does, without loading the document again, and waits for its content. */
  open: (path: string) => Promise<void>;
  /** Waits for the content of the screen. */
  waitForContent: () => Promise<void>;
}

/**
 * Creates the functions that open the screens of the panel in one page, one after another. They wait for up to a minute
 * for focus and for content, because pictures that are not yet cached are converted first.
 */
export function createScreenOpener(page: Page): ScreenOpener {
  const openRequests = new Set<Request>();
  page.on('request', (request) => openRequests.add(request));
  page.on('requestfinished', (request) => openRequests.delete(request));
  page.on('requestfailed', (request) => openRequests.delete(request));
  const content = page.locator('#main-content');
  const listPending = async () => [
    ...[...openRequests].map((request) => request.url()),
    ...((await content.getByRole('progressbar').count()) > 0 ? ['progress bar'] : []),
    ...((await page.getByRole('heading', { level: 1 }).textContent()) === '' ? ['heading'] : []),
  ];
  const waitForContent = () =>
    expect
      .poll(async () => [...(await listPending()), ...(await listPending())], { intervals: [50], timeout: 60_000 })
      .toEqual([]);
  const open = async (path: string) => {
    await page.evaluate((to) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      window.history.pushState(null, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, `${adminPath}${path}`);
    await expect(page.locator('#main-content:focus, #main-content :focus'), `the focus is in ${path}`).toBeAttached({
      timeout: 60_000,
    });
    await waitForContent();
  };
  return { open, waitForContent };
}
