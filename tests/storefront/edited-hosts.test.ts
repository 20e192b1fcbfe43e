import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SiteHosting } from '#shared/site/site-hosting.ts';
import { sendEnvelope, waitUntil } from '#tests/support/servers/fake-api.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import {
  createSiteConfig,
  type StorefrontFixture,
  startStorefrontFixture,
  writeSiteConfig,
} from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;

beforeEach(async () => {
  fixture = await startStorefrontFixture({ siteOverrides: { 'willow-hill': { cookieDomain: 'willow-hill.example' } } });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterEach(() => fixture.close());

const moved: SiteHosting = {
  hosts: [
    { name: 'domaine-des-chenes.example', lang: 'fr_FR' },
    { name: 'chai.example', lang: 'fr_FR' },
  ],
  origins: { fr_FR: 'https://chai.example' },
  languages: ['fr_FR'],
  defaultLang: 'fr_FR',
};
const visit = (host: string, path = '/contact') => sendRequestWithAnyHost(port, path, { host });
const waitForStatus = (host: string, status: number) =>
  waitUntil(async () => (await visit(host)).status === status, 1_000);

describe('hosts that staff have edited', () => {
  test('are served and redirected within a second, and removed ones are unknown', async () => {
    expect((await visit('chai.example')).status).toBe(421);
    expect((await visit('www.domaine-des-chenes.example')).status).toBe(308);
    expect((await visit('domaine-des-chenes.example')).status).toBe(200);
    await fixture.api.publishHosting(40, moved);
    await waitForStatus('chai.example', 200);
    expect((await visit('chai.example')).text).toContain('Domaine des Chênes');
    expect((await visit('www.domaine-des-chenes.example')).status).toBe(421);
    const former = await visit('domaine-des-chenes.example', '/contact?from=x');
    expect([former.status, former.headers.location]).toEqual([308, 'https://chai.example/contact?from=x']);
    expect(former.headers['cache-control']).toBe('no-cache');
    expect((await visit('willow-hill.example')).status).toBe(200);
    // A stream that is lost and followed again would bring the same hosts.
    expect(fixture.log.filter(({ code }) => code === 'site_change_stream_lost')).toEqual([]);
  });

  test('survive a lost stream and a change of site.json, until the API withdraws them', async () => {
    await fixture.api.publishHosting(40, moved);
    await waitForStatus('chai.example', 200);
    await fixture.api.stop();
    await fixture.api.restart();
    await fixture.api.waitForSubscriber();
    const site = {
      id: 40,
      name: 'Renamed',
      languages: ['fr_FR'],
      defaultLang: 'fr_FR',
      origin: 'https://other.example',
    };
    writeSiteConfig(fixture.sitesDir, 'domaine-des-chenes', { ...site, hosts: [{ name: 'other.example' }] });
    // All site folders are read together. Once a new site is online, the changed folder has therefore been read as
    // well.
    writeSiteConfig(fixture.sitesDir, 'third', createSiteConfig(77, 'third.example'));
    await waitUntil(async () => (await visit('third.example')).status !== 421);
    expect((await visit('chai.example')).status).toBe(200);
    expect((await visit('other.example')).status).toBe(421);
    await fixture.api.publishHosting(40, null);
    await waitUntil(async () => (await visit('other.example')).status === 200, 5_000);
    expect((await visit('chai.example')).status).toBe(421);
  });

  test('never take over the host or the cookie domain of another estate', async () => {
    const { hosts } = moved;
    for (const name of ['fr.willow-hill.example', 'chai.willow-hill.example']) {
      await fixture.api.publishHosting(40, { ...moved, hosts: [...hosts, { name, lang: 'fr_FR' }] });
      await waitUntil(() => fixture.log.some(({ reason }) => String(reason).includes('already belongs to')));
      expect((await visit('fr.willow-hill.example')).text).toContain('Willow Hill');
      expect((await visit('chai.willow-hill.example')).status).toBe(421);
    }
  });

  test('stay with their site after a restart, although a folder that is not imported has one of them', async () => {
    const folder = createSiteConfig(77, 'chai.example');
    await fixture.close();
    fixture = await startStorefrontFixture({ addedSites: { 'a-returned': folder }, hostings: { 40: moved } });
    await fixture.app.listen({ port: 0, host: '127.0.0.1' });
    port = (fixture.app.server.address() as AddressInfo).port;
    await waitForStatus('chai.example', 200);
    expect((await visit('chai.example')).text).toContain('Domaine des Chênes');
  });

  test('may hand cart and session over to each other, and removed ones may not', async () => {
    fixture.api.handlers['/internal/handover'] = (_request, response) =>
      sendEnvelope(response, { token: 'k3y-of-a-session-0123456789-0123456789-abcd', cart: null });
    const handOver = (origin: string) => {
      const body = new URLSearchParams({ token: 't0ken-of-a-handover-0123456789', path: '/' }).toString();
      const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) };
      return sendRequestWithAnyHost(port, '/handover', {
        host: 'chai.example',
        method: 'POST',
        body,
        headers: { ...type, origin, 'sec-fetch-site': 'cross-site' },
      });
    };
    await fixture.api.publishHosting(40, moved);
    await waitForStatus('chai.example', 200);
    expect((await handOver('https://domaine-des-chenes.example')).status).toBe(303);
    expect(fixture.api.requestCount('POST /internal/handover')).toBe(1);
    await handOver('https://www.domaine-des-chenes.example');
    expect(fixture.api.requestCount('POST /internal/handover')).toBe(1);
  });
});
