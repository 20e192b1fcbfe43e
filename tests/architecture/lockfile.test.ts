import { describe, expect, it } from 'vitest';
import root from '../../package-lock.json' with { type: 'json' };
import demoArt from '../../tools/demo-art/package-lock.json' with { type: 'json' };

interface LockedPackage {
  dev?: boolean;
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

/**
 * Packages with binaries for other platforms, for which the lockfile has no checksum: the registry from which the
 * lockfile was built responds with 404 for them. An entry that gets its checksum must be removed from this list.
 */
const withoutChecksum: readonly string[] = [
  ...[
    'android-arm64',
    'android-x64',
    'darwin-arm64',
    'darwin-x64',
    'linux-arm64-musl',
    'linux-x64-musl',
    'win32-arm64',
    'win32-x64',
  ].map((platform) => `node_modules/@biomejs/cli-${platform}`),
  ...[
    'android-arm-eabi',
    'android-arm64',
    'darwin-arm64',
    'darwin-x64',
    'freebsd-x64',
    'linux-arm-gnueabihf',
    'linux-arm-musleabihf',
    'linux-ppc64-gnu',
    'linux-riscv64-gnu',
    'linux-riscv64-musl',
    'linux-s390x-gnu',
    'openharmony-arm64',
    'win32-arm64-msvc',
    'win32-ia32-msvc',
    'win32-x64-msvc',
  ].map((platform) => `node_modules/@oxc-parser/binding-${platform}`),
];

const lockfiles = { 'package-lock.json': root, 'tools/demo-art/package-lock.json': demoArt };

describe.each(Object.entries(lockfiles))('%s', (file, lockfile) => {
  const packages = Object.entries(lockfile.packages as Record<string, LockedPackage>);

  // `npm ci` fails if the lockfile omits an optional package of another platform.
  it('contains the optional dependencies of every platform', () => {
    const locked = new Set(packages.map(([path]) => path.split('node_modules/').at(-1)));
    const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !locked.has(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  // For a package without a checksum, npm installs whatever the registry sends.
  it('contains the checksum of every package but the listed binaries, which are optional', () => {
    const missing = packages.filter(
      ([path, { integrity, link }]) => path.includes('node_modules/') && !link && !integrity?.startsWith('sha512-'),
    );
    expect(missing.filter(([, { optional }]) => !optional)).toEqual([]);
    const expected = file === 'package-lock.json' ? withoutChecksum : [];
    expect(missing.map(([path]) => path).sort()).toEqual([...expected].sort());
  });

  it('contains no registry addresses', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});

describe('the packages of the project', () => {
  const paths = Object.keys(root.packages);
  const copies = (name: string) => paths.filter((path) => path.endsWith(`node_modules/${name}`));

  it.each([
    '@mui/material',
    '@mui/system',
    'date-fns',
    'esbuild',
    'happy-dom',
    'ra-core',
    'ra-ui-materialui',
    'react',
    'react-dom',
    'react-router',
    'react-router-dom',
  ])('contain one copy of %s', (name) => {
    expect(copies(name)).toHaveLength(1);
  });

  // An optional peer of a package of the server is installed in production as well.
  it.each(['typescript', '@etalab/decoupage-administratif', 'react-router', 'vite'])(
    'contain %s for development only',
    (name) => {
      const locked = root.packages as Record<string, LockedPackage>;
      expect(copies(name).map((path) => locked[path]?.dev)).toEqual([true]);
    },
  );
});
