import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { installDebianPackage, isRootOnDebian } from '#tests/support/debian-packages.ts';

/** The headless shell is first, because it renders the same as the full browser in four fifths of the time. */
const fullBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const systemBrowsers = ['/usr/bin/chromium-headless-shell', ...fullBrowsers];

/** Finds the executable of Chromium: CHROMIUM_PATH, otherwise that of Playwright, otherwise that of the system. */
export function findBrowser(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...systemBrowsers];
  return candidates.find((path) => path && existsSync(path));
}

const installFromDebian = () => installDebianPackage('chromium-headless-shell');

function installFromPlaywright() {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  execFileSync(process.execPath, [cli, 'install', '--with-deps', 'chromium-headless-shell'], { stdio: 'inherit' });
}

/**
 * Finds a Chromium or installs one: on Debian as root its headless shell, otherwise, or if that fails, Playwright's
 * download.
 * @returns the path of the executable
 * @throws Error with all attempts if none succeeds, because the browser tests are never skipped
 */
export function ensureBrowser(): string {
  const attempts = isRootOnDebian() ? [installFromDebian, installFromPlaywright] : [installFromPlaywright];
  const reasons: string[] = [];
  for (const attempt of [undefined, ...attempts]) {
    try {
      attempt?.();
    } catch (error) {
      reasons.push(`${attempt?.name}: ${error instanceof Error ? error.message : error}`);
    }
    const found = findBrowser();
    if (found) return found;
  }
  throw new Error(
    `The browser tests need Chromium, which could not be found or installed.\n${reasons.join('\n')}\n` +
      'Install it and set CHROMIUM_PATH to its executable.',
  );
}

/** Installs the headless shell beside a full browser on Debian as root. Without it, the tests use the full one. */
export function preferHeadlessShell(): void {
  const found = findBrowser();
  const isReplaceable = found && found !== process.env.CHROMIUM_PATH && fullBrowsers.includes(found);
  if (!isReplaceable || !isRootOnDebian()) return;
  try {
    installFromDebian();
  } catch (error) {
    console.warn(`The tests use ${found}, which takes longer than its headless shell: ${error}`);
  }
}

/** Flags for a headless Chromium without background network traffic; `--no-sandbox` lets it run as root. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
