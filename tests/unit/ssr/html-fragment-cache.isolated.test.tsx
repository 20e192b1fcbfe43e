import { afterEach, describe, expect, test, vi } from 'vitest';
import { render } from '#client/app/entry.server.tsx';
import { SocialLinks } from '#client/layout/Footer/SocialLinks.tsx';
import { MenuLink } from '#client/layout/navigation/MenuLink.tsx';
import { createFragmentCache, createReusableHtmlCache } from '#client/ssr/html-fragment-cache.ts';
import type { ApiReader } from '#shared/rendering.ts';
import {
  createSamplePageEntry,
  createSampleRead,
  sampleAssets,
  sampleSite,
} from '#tests/support/fixtures/sample-site.ts';

// Each of these components belongs to a reused part of the page. The spies count the renders.
vi.mock('#client/layout/Footer/SocialLinks.tsx', { spy: true });
vi.mock('#client/layout/navigation/MenuLink.tsx', { spy: true });
afterEach(() => vi.clearAllMocks());

const entry = (id: number, url: string, type: string, children: ReturnType<typeof createSamplePageEntry>[] = []) => ({
  ...createSamplePageEntry(id, url, type),
  children,
});
const pages = [
  entry(1, 'accueil', 'HOME'),
  entry(2, 'domaine', 'FOLDER', [entry(3, 'actualites', 'NEWS'), entry(4, 'notices', 'FOLDER')]),
  entry(5, 'confidentialite', 'PRIVACY_POLICY'),
];
/**
 * Paths that menus and shortcuts mark in different ways: no entry, the entry of the current page, or an entry above that
 * page.
 */
const paths = ['/', '/privacy-policy', '/domaine/actualites', '/domaine/actualites/vendanges/3', '/unknown'];

/** Logos, for which React writes preloads: they must not become a part of reused HTML. */
const logos = (['LOGO', 'LOGO_FOOTER'] as const).map((type, index) => ({
  id: index + 1,
  filename: 'logo.svg',
  type,
  onlineImage: { url: `/file/${index + 1}/logo.svg`, width: 200, height: 60 },
  alt: '',
}));

/** Each reader has separate responses, so that no part of an earlier test is reused. */
const createRead = () => createSampleRead(structuredClone({ 'GET /page/tree': { pages }, 'GET /logo': { logos } }));

async function renderHtml(path: string, read: ApiReader): Promise<string> {
  const result = await render({ site: sampleSite, path, read, assets: sampleAssets });
  if (result.kind !== 'page') throw new Error(`unexpected redirect to ${result.location}`);
  const chunks: Uint8Array[] = [];
  await new Promise<void>((end, fail) =>
    result.write({ chunk: (chunk) => void chunks.push(Buffer.from(chunk)), end, fail }),
  );
  return Buffer.concat(chunks).toString();
}

describe('reuse of HTML', () => {
  test.each(paths)('%s is the same document with its footer and menus reused', async (path) => {
    const first = await renderHtml(path, createRead());
    expect(SocialLinks).toHaveBeenCalled();
    const read = createRead();
    for (const each of paths) await renderHtml(each, read);
    vi.clearAllMocks();
    expect(await renderHtml(path, read)).toBe(first);
    expect(SocialLinks).not.toHaveBeenCalled();
    expect(MenuLink).not.toHaveBeenCalled();
  });

  test('marks the current page in the reused menus', async () => {
    const read = createRead();
    const findMarks = (html: string) => html.match(/aria-current="\w+"/g)?.length ?? 0;
    const counts = async () => Promise.all(paths.map(async (path) => findMarks(await renderHtml(path, read))));
    const first = await counts();
    expect(new Set(first).size).toBeGreaterThan(1);
    expect(await counts()).toEqual(first);
  });
});

describe('createFragmentCache', () => {
  test('renders missing parts after the document, with the comments by which React hydrates texts', () => {
    const parts = createReusableHtmlCache();
    const reuse = createFragmentCache(parts, (children) => <p>{children}</p>);
    const children = <b>{['one', 'two']}</b>;
    expect(reuse.find('numbers', children)).toBeUndefined();
    reuse.renderUncachedParts();
    expect(createFragmentCache(parts, () => <p />).find('numbers', children)).toBe('<p><b>one<!-- -->two</b></p>');
  });

  test('leaves out the preloads of pictures, which would not match the first render of the browser', () => {
    const parts = createReusableHtmlCache();
    const reuse = createFragmentCache(parts, (children) => <p>{children}</p>);
    reuse.find('picture', <img src="/logo.svg" alt="" />);
    reuse.renderUncachedParts();
    expect(parts.get('picture')).toBe('<p><img src="/logo.svg" alt=""/></p>');
  });

  test('keeps the most recent parts within the limit of a site', () => {
    const parts = createReusableHtmlCache();
    const reuse = createFragmentCache(parts, (children) => <p>{children}</p>);
    const text = 'x'.repeat(150_000);
    for (const key of ['first', 'second', 'third']) reuse.find(key, text);
    reuse.renderUncachedParts();
    expect(['first', 'second', 'third'].map((key) => parts.has(key))).toEqual([false, true, true]);
  });
});
