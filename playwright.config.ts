import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from '#tests/support/browser/browser.ts';

/** Journeys in a real browser, against the production build on an embedded database of its own. */
export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.spec.ts',
  globalSetup: './tests/support/servers/browser-server.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A machine under load is no fault of the page: what passes only at the second try is named as flaky in the report.
  retries: 1,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  outputDir: 'test-results/browser',
  use: {
    launchOptions: { executablePath: findBrowser(), args: browserFlags },
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    screenshot: 'only-on-failure',
    // Recording every visit takes half as long again; ask for it with `--trace on`.
    trace: 'off',
  },
});
