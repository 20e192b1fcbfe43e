import '#tests/support/resolve-large-packages.js';
import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from '#tests/support/browser/browser.ts';
import { storageStateWithRefusedConsent } from '#tests/support/browser/stored-consent.ts';

/** The journeys run in a real browser, against the production build with a separate embedded database. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: '../support/browser/browser-server.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A test is retried once, because a loaded machine can delay a page. The report counts a test that passes only then
  // as flaky.
  retries: 1,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../../test-results/browser.json' }]],
  outputDir: '../../test-results/browser',
  use: {
    launchOptions: { executablePath: findBrowser(), args: browserFlags },
    storageState: storageStateWithRefusedConsent,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // The tests attach the pages of a failure themselves: Playwright draws each page before it knows whether the test
    // has passed, and waits up to five seconds for it.
    screenshot: 'off',
    // Traces are off, because they make the tests take half as long again. `--trace on` records them.
    trace: 'off',
  },
});
