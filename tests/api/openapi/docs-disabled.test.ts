import { expect, test } from 'vitest';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const { call } = await startTestApi();

test.each(['/docs', '/docs/', '/docs/json', '/docs/static/swagger-ui.css', '/openapi.json'])(
  '%s returns 404 unless the API documentation is enabled',
  async (url) => {
    expect((await call(url, { site: null })).status).toBe(404);
  },
);
