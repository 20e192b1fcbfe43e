import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

export function installDebianPackage(name: string): void {
  execFileSync('apt-get', ['update'], { stdio: 'inherit' });
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', name], { stdio: 'inherit' });
}
