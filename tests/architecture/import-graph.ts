import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const repositoryRoot = resolve(import.meta.dirname, '../..');
const aliases = /^#(shared|server|client|tests)\//;
const importPattern = /(?:from\s*|import\s*\(\s*|import\s+)['"]([^'"]+)['"]/g;

export interface Import {
  from: string;
  to: string;
}

/** Lists the files in a folder, at any depth, whose paths match, as paths from the repository's root. */
export const listFiles = (folder: string, name: RegExp): string[] =>
  readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => join(folder, file));

/** Lists the TypeScript files in a folder, at any depth, as paths from the repository's root. */
export const listSourceFiles = (folder: string): string[] => listFiles(folder, /\.tsx?$/);

/** Lists the files of the repository that a file imports, including type-only and dynamic imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(repositoryRoot, file), 'utf8');
  return [...text.matchAll(importPattern)].flatMap(([, name = '']) => {
    if (aliases.test(name)) return [name.slice(1)];
    if (name.startsWith('.')) return [relative(repositoryRoot, resolve(repositoryRoot, dirname(file), name))];
    return [];
  });
}

export const listImportsOfFiles = (files: readonly string[]): Import[] =>
  files.flatMap((from) => importsOf(from).map((to) => ({ from, to })));

/**
 * Builds the graph of imports between areas, without the imports inside an area.
 * @param areaOf returns the area of a file; `null` leaves the file out
 */
export function buildAreaGraph(
  imports: readonly Import[],
  areaOf: (file: string) => string | null,
): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [importer, imported] = [areaOf(from), areaOf(to)];
    if (importer === null || imported === null || importer === imported) continue;
    graph.set(importer, (graph.get(importer) ?? new Set()).add(imported));
  }
  return graph;
}

/**
 * Finds cycles of a graph, not necessarily all of them.
 * @returns each found cycle as `a → b → a`; empty only if the graph has none
 */
export function describeFoundCycles(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (node: string, trail: readonly string[]) => {
    if (state.get(node) === 'done') return;
    if (state.get(node) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(node)), node].join(' → '));
      return;
    }
    state.set(node, 'open');
    for (const target of graph.get(node) ?? []) visit(target, [...trail, node]);
    state.set(node, 'done');
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}
