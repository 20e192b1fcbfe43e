import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

const tokens = { staff: 's'.repeat(43), member: 'm'.repeat(43) };
const roles: Record<string, string> = { [`Bearer ${tokens.staff}`]: 'ADMIN', [`Bearer ${tokens.member}`]: 'MEMBER' };

let fixture: StorefrontFixture;
let port: number;

beforeEach(async () => {
  fixture = await startStorefrontFixture();
  fixture.api.handlers['/logged'] = ({ headers }, response) => {
    const role = roles[headers.authorization ?? ''] ?? null;
    sendEnvelope(response, { logged: role !== null, role });
  };
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterEach(() => fixture.close());

const visit = (path: string, token?: string) =>
  sendRequestWithAnyHost(port, path, { headers: token ? { cookie: `token=${token}` } : {} });

describe.each(['/admin', '/admin/product/12?tab=1'])('%s', (path) => {
  test('sends guests to the log-in page, which returns to the screen', async () => {
    const { status, headers } = await visit(path);
    expect([status, headers.location]).toEqual([302, `/auth?return=${encodeURIComponent(path)}`]);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('sends members the page of the site instead', async () => {
    const { text } = await visit(path, tokens.member);
    expect(text).not.toContain('/admin-assets/');
    expect(text).toContain(path.split('?', 1)[0]);
  });

  test('is the panel for staff, uncached and under a policy with a new nonce each time', async () => {
    const [first, second] = [await visit(path, tokens.staff), await visit(path, tokens.staff)];
    expect(first.status).toBe(200);
    expect(first.headers['cache-control']).toBe('no-store');
    expect(first.text).toContain('src="/admin-assets/entry.js"');
    const nonceOf = ({ text }: typeof first) => /nonce="([^"]+)"/.exec(text)?.[1];
    expect(nonceOf(first)).not.toBe(nonceOf(second));
    const policy = String(first.headers['content-security-policy']);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonceOf(first)}'`);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
  });

  test('preloads the modules of the first screen and passes the role of the user', async () => {
    const { text } = await visit(path, tokens.staff);
    expect(text).toContain('<link rel="modulepreload" href="/admin-assets/panel.js">');
    expect(text).toContain('"role":"ADMIN"');
  });

  test('is unavailable while the API fails, instead of asking staff to log in', async () => {
    fixture.api.handlers['/logged'] = (_request, response) => response.writeHead(503).end();
    expect((await visit(path, tokens.staff)).status).toBe(503);
  });
});
