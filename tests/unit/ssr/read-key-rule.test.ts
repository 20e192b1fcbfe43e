import { expect, test } from 'vitest';
import { isSecret, readKeyRule } from '#client/app/entry.server.tsx';
import { fixedPathPageKinds } from '#client/core/fixed-path-pages.ts';
import { isPersonalPath } from '#shared/site/personal-paths.ts';
import { createRenderInput } from './read-rendered-html.ts';

test.each([
  ['/actualites', ['page']],
  ['/contact', []],
  ['/nowhere', []],
])('readKeyRule returns for %s the parameters %j', async (path, parameters) => {
  expect((await readKeyRule(createRenderInput(path))).declaredQueryParameters).toEqual(parameters);
});

test.each([
  ['/actualites', '/actualites', false],
  ['/nowhere', 'not-found', true],
  ['/wines/a/b/c/d/e', 'not-found', true],
  ['/account/orders/12', '/account/orders/:id', false],
  ['/checkout/done/99999', '/checkout/done/:id', false],
  ['/actualites/vendanges/3', '/actualites/vendanges/3', false],
  // The first path is unknown, because `É` is no upper case of `e`. The others are redirected to lower case.
  ['/ActualitÉs', 'not-found', true],
  ['/ACTUALITES', '/ACTUALITES', false],
  ['/Account/orders/12', '/Account/orders/12', false],
  // An entry of an unknown kind does not count as not found, because it is rendered with status 500.
  ['/etrange', '/etrange', false],
])('readKeyRule caches %s under %s', async (path, cachePath, isNotFound) => {
  expect(await readKeyRule(createRenderInput(path))).toMatchObject({ cachePath, isNotFound });
});

test('every personal page with an id or token in its path is stored once for all, or never', async () => {
  const paths = Object.keys(fixedPathPageKinds).filter((path) => path.includes('/:') && isPersonalPath(path));
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) {
    const example = path.replace(/:\w+/, '911');
    const { cachePath } = await readKeyRule(createRenderInput(example));
    expect({ path, isKept: cachePath === example && !isSecret(example) }).toEqual({ path, isKept: false });
  }
});
