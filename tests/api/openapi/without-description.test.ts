import { expect, test } from 'vitest';
import { testApi } from '#tests/support/servers/test-api.ts';

const { call } = await testApi();

test.each(['/docs', '/openapi.json'])('%s is there only where it is wanted', async (url) => {
  expect((await call(url, { site: null })).status).toBe(404);
});
