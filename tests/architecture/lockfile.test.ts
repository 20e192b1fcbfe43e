import { describe, expect, test } from 'vitest';
import lock from '../../package-lock.json' with { type: 'json' };

interface Locked {
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const packages = Object.entries(lock.packages as Record<string, Locked>);

describe('the lockfile', () => {
  test('names what other systems need, too: without that a clean install stops', () => {
    const locked = new Set(packages.map(([path]) => path.split('node_modules/').at(-1)));
    const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !locked.has(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('names no registry', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
