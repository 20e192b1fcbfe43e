import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { customScreens, resourceScreens } from '#client/admin/screens/admin-screens.ts';

const resources = new Map(resourceScreens.map((screens) => [screens.name, screens]));
const customPaths = new Set(customScreens.map(({ path }) => path));

/**
 * Finds the URL paths of links and navigations in a source file. Each value in a path is replaced by `:value`; the
 * query is cut off. Paths that begin with a value are left out, because their resource is not known here.
 */
const findTargets = (source: string): string[] =>
  [...source.matchAll(/\b(?:to[=:]|navigate\(|<Navigate to=)\s*\{?\s*(["'`])\/(?!\$)(.*?)\1/g)].map(
    ([, , path = '']) => `/${path.replace(/\$\{[^}]*\}/g, ':value').replace(/\?.*/, '')}`,
  );

/** Checks whether the panel has a screen at the path, such as `/order/:value/show`. */
function hasScreen(path: string): boolean {
  if (path === '/' || customPaths.has(path)) return true;
  const [, name = '', item, view] = path.split('/');
  const screens = resources.get(name);
  if (!screens) return false;
  if (item === undefined) return screens.list !== undefined;
  if (item === 'create') return screens.create !== undefined;
  return (view === 'show' ? screens.show : screens.edit) !== undefined;
}

const targets = globSync('client/admin/**/*.{ts,tsx}').flatMap((file) =>
  findTargets(readFileSync(file, 'utf8')).map((path): [string, string] => [path, file]),
);

describe('the links of the panel', () => {
  it('are found in the sources', () => {
    expect(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is source code
      findTargets('<Link to="/stock"/> <Link to={`/order/${id}/show?x=1`}/> navigate(\'/product/create\', {'),
    ).toEqual(['/stock', '/order/:value/show', '/product/create']);
    expect(targets.length).toBeGreaterThan(15);
  });

  it.each(targets)('%s in %s links to a screen', (path) => {
    expect(hasScreen(path)).toBe(true);
  });

  it.each(['/order/:value', '/withdrawal/create', '/nothing', '/customer/:value'])(
    'would miss the screen of %s',
    (path) => {
      expect(hasScreen(path)).toBe(false);
    },
  );
});
