import { beforeAll, describe, expect, it, vi } from 'vitest';
import { rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import type { FetchPublicUrl } from '#server/http/fetch-public-url.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const fetchPublicUrl = vi.fn<FetchPublicUrl>();
const api = await startTestApi({ fetchPublicUrl });
const url = 'https://pictures.example/leaf.svg';
const draw = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`;

let staff: Customer;
beforeAll(async () => {
  for (const site of [40, 41]) await insertSite(api.db, site);
  staff = await createCustomer(api, { role: 'ADMIN' });
});

const load = (headers: Record<string, string> = staff.headers, site = 40) =>
  api.call<'POST /image/load-svg'>('/image/load-svg', { method: 'POST', body: { url }, headers, site });

describe('POST /image/load-svg', () => {
  it('returns the drawing of a public URL without scripts, foreign objects and external references', async () => {
    const hostile =
      '<script>x()</script><foreignObject><p>x()</p></foreignObject><use href="https://x.example/a.svg#b"/>';
    fetchPublicUrl.mockResolvedValueOnce(ok(Buffer.from(draw(`${hostile}<rect width="9" height="9"/>`))));
    const { status, data } = await load();
    expect(status).toBe(200);
    expect(data.svg).toMatch(/^<svg .*<rect width="9" height="9"><\/rect><\/svg>$/);
    expect(data.svg).not.toMatch(/script|foreign|x\(\)|x\.example/i);
    expect(fetchPublicUrl).toHaveBeenCalledWith(url, expect.objectContaining({ types: ['image/svg+xml'] }));
  });

  it.each([
    ['a page', '<html><body><svg></svg></body></html>'],
    ['a picture of another type', '\x89PNG\r\n'],
    ['deep nesting', draw('<g>'.repeat(20_000))],
    ['nested references', draw(nestReferences())],
  ])('refuses %s that is disguised as a drawing', async (_, text) => {
    fetchPublicUrl.mockResolvedValueOnce(ok(Buffer.from(text)));
    expect(await load()).toMatchObject({ status: 422, message: expect.stringContaining('SVG') });
  });

  it('passes on the refusal of a URL that is not public', async () => {
    fetchPublicUrl.mockResolvedValueOnce(refuse('url_not_public'));
    expect((await load()).status).toBe(422);
  });

  it('is closed to visitors and members, and limited for staff', async () => {
    fetchPublicUrl.mockClear();
    expect((await load({})).status).toBe(401);
    expect((await load((await createCustomer(api)).headers)).status).toBe(403);
    expect(fetchPublicUrl).not.toHaveBeenCalled();
    fetchPublicUrl.mockResolvedValue(ok(Buffer.from(draw('<rect/>'))));
    const other = await createCustomer(api, { site: 41, role: 'ADMIN' });
    const { points } = rateLimitRules['svg-client'];
    for (let call = 0; call < points; call++) expect((await load(other.headers, 41)).status).toBe(200);
    expect((await load(other.headers, 41)).status).toBe(429);
  });
});

/**
 * Creates the content of an SVG in which each level refers ten times to the level below, so that a renderer would draw
 * a hundred million elements.
 */
function nestReferences(): string {
  const groups = Array.from(
    { length: 8 },
    (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
  );
  return `<defs><path id="l0" d="M0 0h9"/>${groups.join('')}</defs><use href="#l8"/>`;
}
