import { describe, expect, it } from 'vitest';
import root from '../../package-lock.json' with { type: 'json' };
import demoArt from '../../tools/demo-art/package-lock.json' with { type: 'json' };

interface LockedPackage {
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const lockfiles = { 'package-lock.json': root, 'tools/demo-art/package-lock.json': demoArt };

describe.each(Object.entries(lockfiles))('%s', (_file, lockfile) => {
  const packages = Object.entries(lockfile.packages as Record<string, LockedPackage>);

  // npm ci fails if the lockfile omits an optional package of another platform.
  it('contains the optional dependencies of every platform', () => {
    const locked = new Set(packages.map(([path]) => path.split('node_modules/').at(-1)));
    const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !locked.has(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  // Without a checksum, npm installs whatever the registry sends. Optional binaries of other platforms are excepted,
  // because npm records their checksums only where the registry holds them.
  it('contains the checksum of every package that is not optional', () => {
    const missing = packages.filter(
      ([path, { integrity, link, optional }]) =>
        path.includes('node_modules/') && !link && !optional && !integrity?.startsWith('sha512-'),
    );
    expect(missing.map(([path]) => path)).toEqual([]);
  });

  it('contains no registry addresses', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
