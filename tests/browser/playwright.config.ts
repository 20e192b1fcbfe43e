import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from '#tests/support/browser/browser.ts';

/** Journeys in a real browser, against the production build on an embedded database of its own. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: '../support/servers/browser-server.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A loaded machine can delay a page; the report counts what passes only at the second try as flaky.
  retries: 1,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../../test-results/browser.json' }]],
  outputDir: '../../test-results/browser',
  use: {
    launchOptions: { executablePath: findBrowser(), args: browserFlags },
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    screenshot: 'only-on-failure',
    // Traces take half as long again; `--trace on` records them.
    trace: 'off',
  },
});
