import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

const staffToken = 's'.repeat(43);
const previewToken = 'p'.repeat(43);
const previewPath = `/admin/preview/7/${previewToken}`;
const cookie = `token=${staffToken}`;

const theme = {
  primary: '#102030',
  accent: '#a05000',
  ink: '#111111',
  fonts: [],
  backgrounds: { paper: '#ffffff', raised: '#ffffff', footer: '#eeeeee' },
  menu: { background: '#ffffff', ink: '#111111', current: '#102030' },
};

let previewedTheme: typeof theme | null;
let fixture: StorefrontFixture;
let port: number;

beforeEach(async () => {
  previewedTheme = null;
  fixture = await startStorefrontFixture({ htmlCacheBytes: 20_000_000 });
  fixture.api.handlers[`/admin/page/7/preview/${previewToken}`] = ({ headers }, response) => {
    if (headers.authorization !== `Bearer ${staffToken}`) return sendEnvelope(response, {}, 401, 'no');
    const page = { id: 7, title: 'Unpublished', type: 'ESTATE', image: null, layouts: [] };
    return sendEnvelope(response, { path: '/estate', page, theme: previewedTheme });
  };
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterEach(() => fixture.close());

const visit = (path: string, headers: Record<string, string> = {}) => sendRequestWithAnyHost(port, path, { headers });

describe('a preview of a page', () => {
  it('shows staff the page with the unpublished content', async () => {
    const pages: unknown[] = [];
    const sandboxed: unknown[] = [];
    const { renderer } = await fixture.rendering.current();
    const render = renderer.render;
    renderer.render = async (input) => {
      pages.push(await input.read('GET /page/{id}', { params: { id: '7' } }));
      sandboxed.push(input.isSandboxed);
      return render(input);
    };
    const preview = await visit(previewPath, { cookie });
    expect(preview.status).toBe(200);
    expect(preview.text).toContain('/estate');
    expect(pages).toMatchObject([{ page: { title: 'Unpublished' } }]);
    // The renderer leaves out the scripts of a sandboxed page, because the content security policy would block them.
    expect(sandboxed).toEqual([true]);
  });

  it('shows staff the page in a theme that is not saved', async () => {
    const themes: unknown[] = [];
    const { renderer } = await fixture.rendering.current();
    const render = renderer.render;
    renderer.render = async (input) => {
      themes.push((await input.read('GET /theme')).theme);
      return render(input);
    };
    previewedTheme = theme;
    expect((await visit(previewPath, { cookie })).status).toBe(200);
    expect((await visit('/estate')).status).toBe(200);
    expect(themes).toEqual([theme, expect.not.objectContaining({ primary: '#102030' })]);
  });

  it('is sandboxed, neither cached nor disclosed, and framed by its own site alone', async () => {
    for (let visits = 0; visits < 2; visits++) {
      const { headers } = await visit(previewPath, { cookie });
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['cross-origin-opener-policy']).toBe('unsafe-none');
      const policy = String(headers['content-security-policy']).split('; ');
      expect(policy).toEqual(expect.arrayContaining(['sandbox allow-same-origin', "frame-ancestors 'self'"]));
    }
    expect(fixture.rendering.renderedPaths.filter((path) => path === '40 /estate')).toHaveLength(2);
    expect(JSON.stringify(fixture.log)).not.toContain(previewToken);
    const page = await visit('/estate');
    expect(String(page.headers['content-security-policy'])).not.toContain('sandbox');
  });

  it('looks to all other visitors like a page that does not exist', async () => {
    for (const token of ['', 'm'.repeat(43)]) {
      const page = await visit(previewPath, { cookie: `token=${token}` });
      expect([page.status, page.headers['cache-control']]).toEqual([404, 'no-store']);
    }
    for (const path of [`/admin/preview/7/${'x'.repeat(43)}`, '/admin/preview/7/..%2F1', '/admin/preview/a/b'])
      expect((await visit(path, { cookie })).status, path).toBe(404);
  });

  it('returns 503 while the API is unavailable', async () => {
    await fixture.api.stop();
    const page = await visit(previewPath, { cookie });
    expect([page.status, page.headers['retry-after']]).toEqual([503, '5']);
  });
});
