import { describe, expect, it } from 'vitest';
import root from '../../package-lock.json' with { type: 'json' };
import demoArt from '../../tools/demo-art/package-lock.json' with { type: 'json' };

interface LockedPackage {
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

  it('contains no registry addresses', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
