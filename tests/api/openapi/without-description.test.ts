import { expect, test } from 'vitest';
import { testApi } from '#tests/support/servers/test-api.ts';

const { call } = await testApi();

test.each(['/docs', '/docs/', '/docs/json', '/docs/static/swagger-ui.css', '/openapi.json'])(
  '%s is there only where it is wanted',
  async (url) => {
    expect((await call(url, { site: null })).status).toBe(404);
  },
);
