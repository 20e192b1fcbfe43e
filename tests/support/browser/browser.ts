import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

const systemBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The executable of a Chromium on this machine: the environment's word, Playwright's own, or the system's. */
export function findBrowser(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...systemBrowsers];
  return candidates.find((path) => path && existsSync(path));
}

const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

function installFromDebian() {
  execFileSync('apt-get', ['update'], { stdio: 'inherit' });
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'inherit' });
}

function installFromPlaywright() {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  execFileSync(process.execPath, [cli, 'install', '--with-deps', 'chromium-headless-shell'], { stdio: 'inherit' });
}

/**
 * Finds a browser or gets one: Debian's package as root, else Playwright's own download.
 * Throws with what was tried when neither is possible: the browser tests are never skipped.
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
    `The browser tests need a Chromium, and none could be found or installed.\n${reasons.join('\n')}\n` +
      'Install one and say where it is with CHROMIUM_PATH.',
  );
}

/** Flags for a headless Chromium that stays off the network and also runs as root. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
