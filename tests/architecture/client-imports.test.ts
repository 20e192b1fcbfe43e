import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeFoundCycles, listImportsOfFiles, listSourceFiles } from './import-graph.ts';

const sources = listSourceFiles('client');
const imports = listImportsOfFiles(sources);

/** The layers that each layer of the client may import. `app` may import all of them except `admin`. */
const layers: Readonly<Record<string, readonly string[]>> = {
  ui: [],
  core: ['ui'],
  features: ['ui', 'core'],
  layout: ['ui', 'core', 'features'],
  router: ['core'],
  ssr: ['core', 'router'],
  app: ['ui', 'core', 'features', 'layout', 'router', 'ssr', 'styles'],
  // The admin panel is a separate client, which no layer imports.
  admin: ['ui', 'core'],
};

/** The features that each feature of the client may import. */
const features: Readonly<Record<string, readonly string[]>> = {
  accounts: [],
  catalogue: ['reviews'],
  content: [],
  reviews: [],
  forms: [],
  consent: [],
  elements: ['accounts'],
  services: ['accounts'],
  places: [],
  site: ['catalogue', 'content', 'places'],
  cart: ['catalogue'],
  checkout: ['accounts', 'catalogue', 'cart'],
  orders: ['accounts', 'catalogue', 'cart', 'checkout'],
  withdrawals: ['accounts', 'orders'],
};

const layerOf = (file: string): string | null => /^client\/(\w+)\//.exec(file)?.[1] ?? null;
const featureOf = (file: string): string | null => /^client\/features\/(\w+)\//.exec(file)?.[1] ?? null;

function forbidden(areaOf: (file: string) => string | null, allowed: Readonly<Record<string, readonly string[]>>) {
  return imports.filter(({ from, to }) => {
    const [importer, imported] = [areaOf(from), areaOf(to)];
    return importer !== null && imported !== null && importer !== imported && !allowed[importer]?.includes(imported);
  });
}

describe('layers', () => {
  test('every file belongs to a known layer, and every feature is known', () => {
    expect(sources.length).toBeGreaterThan(200);
    expect(sources.filter((file) => !Object.hasOwn(layers, layerOf(file) ?? ''))).toEqual([]);
    const found = new Set(sources.flatMap((file) => featureOf(file) ?? []));
    expect([...found].filter((feature) => !Object.hasOwn(features, feature))).toEqual([]);
  });

  test('a layer imports only the layers below it', () => {
    expect(forbidden(layerOf, layers)).toEqual([]);
  });

  test('a feature imports only the features below it', () => {
    expect(forbidden(featureOf, features)).toEqual([]);
  });

  test('the permitted imports have no cycle', () => {
    expect(describeFoundCycles(new Map(Object.entries(layers)))).toEqual([]);
    expect(describeFoundCycles(new Map(Object.entries(features)))).toEqual([]);
  });

  test('ui imports from shared only media and limits', () => {
    const forbiddenImports = imports.filter(
      ({ from, to }) => layerOf(from) === 'ui' && to.startsWith('shared/') && !/^shared\/(media\/|limits\.ts)/.test(to),
    );
    expect(forbiddenImports).toEqual([]);
  });
});

describe('folders', () => {
  test('a folder in PascalCase contains the component of its name', () => {
    const folders = [...new Set(sources.map(dirname))].filter((folder) => /^[A-Z]/.test(basename(folder)));
    expect(folders.filter((folder) => !sources.includes(`${folder}/${basename(folder)}.tsx`))).toEqual([]);
  });
});
