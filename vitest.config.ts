import { defineConfig } from 'vitest/config';

/** `unit` needs nothing and `components` a simulated browser; the others share one PostgreSQL that `tests/support/servers/database-server.ts` starts, or TEST_DATABASE_URL. */
const project = (name: string, include: string[], extra: object = {}) => ({
  test: { name, include, environment: 'node' as const, testTimeout: 20_000, hookTimeout: 120_000, ...extra },
});

const withDatabase = { globalSetup: ['tests/support/servers/database-server.ts'] };

export default defineConfig({
  test: {
    projects: [
      project('unit', ['tests/unit/**/*.test.ts', 'tests/architecture/**/*.test.ts']),
      project('components', ['tests/components/**/*.test.tsx'], { environment: 'happy-dom' }),
      project('api', ['tests/api/**/*.test.ts'], withDatabase),
      project('storefront', ['tests/storefront/**/*.test.ts'], withDatabase),
      project('system', ['tests/system/**/*.test.ts'], {
        ...withDatabase,
        testTimeout: 180_000,
        fileParallelism: false,
      }),
    ],
  },
});
