import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
beforeAll(async () => {
  fixture = await startStorefrontFixture();
});
afterAll(() => fixture.close());

describe('custom script', () => {
  const hash = 'a'.repeat(64);

  test('is served from the origin of the site as immutable', async () => {
    fixture.api.handlers[`/internal/script/${hash}`] = (_request, response) =>
      sendEnvelope(response, { code: 'alert(1)' });
    const response = await fixture.app.inject({ url: `/scripts/${hash}.js`, headers: { host: 'localhost' } });
    expect(response.body).toBe('alert(1)');
    expect(response.headers['content-type']).toContain('text/javascript');
    expect(response.headers['cache-control']).toContain('immutable');
  });

  test.each([`/scripts/${'b'.repeat(64)}.js`, `/scripts/${hash}`, '/scripts/x.js'])('%s returns 404', async (url) => {
    expect((await fixture.app.inject({ url, headers: { host: 'localhost' } })).statusCode).toBe(404);
  });
});
