import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildAreaGraph, describeFoundCycles, listImportsOfFiles, listSourceFiles } from './import-graph.ts';

const sources = ['shared', 'server', 'client', 'tests', 'bench'].flatMap(listSourceFiles);
const imports = listImportsOfFiles(sources);

/** Lists the folders above a file, from the nearest to the top-level folder. */
function listFoldersAbove(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...listFoldersAbove(folder)];
}

/**
 * Returns the folder directly inside `parent` that contains a file; `null` for files elsewhere and for those directly
 * in `parent`.
 */
function findChildFolder(parent: string, file: string): string | null {
  const [child = '', ...rest] = file.startsWith(`${parent}/`) ? file.slice(parent.length + 1).split('/') : [];
  return rest.length > 0 ? child : null;
}

/**
 * Files directly in these folders are composition roots or basic modules, so that each of them is a separate area.
 */
const layerRoots = new Set(['shared', 'server', 'server/api', 'server/storefront']);

const findLayerFileOrFolder = (file: string): string => (layerRoots.has(dirname(file)) ? file : dirname(file));

describe('folders', () => {
  test.each([...new Set(sources.flatMap(listFoldersAbove))])('the folders in %s have no import cycle', (parent) => {
    expect(describeFoundCycles(buildAreaGraph(imports, (file) => findChildFolder(parent, file)))).toEqual([]);
  });

  test('no folder is in a cycle with any other folder, not even with its parent', () => {
    expect(describeFoundCycles(buildAreaGraph(imports, findLayerFileOrFolder))).toEqual([]);
  });

  test('a cycle between two folders is found', () => {
    const cycle = [
      { from: 'a/one/x.ts', to: 'a/two/y.ts' },
      { from: 'a/two/z.ts', to: 'a/one/x.ts' },
    ];
    expect(describeFoundCycles(buildAreaGraph(cycle, (file) => findChildFolder('a', file)))).toEqual([
      'one → two → one',
    ]);
  });

  test('a cycle between a folder and its parent is found', () => {
    const cycle = [
      { from: 'a/x.ts', to: 'a/one/y.ts' },
      { from: 'a/one/z.ts', to: 'a/x.ts' },
    ];
    expect(describeFoundCycles(buildAreaGraph(cycle, findLayerFileOrFolder))).toEqual(['a → a/one → a']);
  });
});
