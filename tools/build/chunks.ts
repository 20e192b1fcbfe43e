import { basename, join } from 'node:path';
import { minifySync, type Rolldown } from 'vite';

/**
 * Derives the chunks of the browser's build from the module graph, by three steps:
 *
 * 1. What the entry imports statically is the entry chunk. All other modules are grouped by the dynamic imports, which
 *    are the pages and the parts that pages load later, that need them: a chunk for each set of dynamic imports.
 * 2. Two chunks are merged while that saves more requests than it costs in bytes that a page would load in vain. The
 *    constants below say how much a request, a byte and a page count.
 * 3. No merge makes a page load code of a feature that it does not need, no chunk imports itself through another one, and
 *    the code of a single part is never merged, because most visits do not load it.
 */

/** A request counts as much as this number of minified characters, which are about 4 kB after compression. */
const charactersPerRequest = 14_000;

/**
 * The weight of what a dynamic import loads. A part loads after its page is interactive. Most visits begin on the home
 * page or another page of sections, or on a product list, which has a budget of three files.
 */
function getWeight(dynamicImport: string): number {
  if (!dynamicImport.endsWith('Page.tsx')) return 1;
  if (dynamicImport.includes('/client/app/pages/list/')) return 56;
  return /\/client\/app\/pages\/(?:Home|Cms)Page\.tsx$/.test(dynamicImport) ? 16 : 4;
}

const entryName = 'entry';

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

interface Chunk {
  modules: string[];
  /** The dynamic imports that load the chunk. */
  loaders: Set<string>;
  /** Minified characters of its modules. */
  size: number;
  features: Set<string>;
  /** All chunks that this one imports statically, also through others. */
  imports: Set<Chunk>;
  isEntry: boolean;
}

/** Creates the group that names the chunk of each module, for one build. `null` leaves a module to its only importer. */
export function createChunkGroup(root: string, entry: string): Rolldown.CodeSplittingGroup {
  let names: ReadonlyMap<string, string> | undefined;
  return {
    debugName: 'chunks',
    name(id, graph) {
      names ??= nameChunks(deriveChunks(join(root, entry), graph as ModuleGraph), graph as ModuleGraph);
      // The ids of the bundler's helpers, which every chunk may need, begin with a null character.
      return id.startsWith('\0') ? entryName : (names.get(id) ?? null);
    },
  };
}

function deriveChunks(entry: string, graph: ModuleGraph): Chunk[] {
  const entryModules = collectImports([entry], graph);
  const modulesByLoader = new Map<string, ReadonlySet<string>>();
  const addLoaders = (importers: Iterable<string>) => {
    for (const importer of importers)
      for (const loader of graph.getModuleInfo(importer)?.dynamicallyImportedIds ?? []) {
        if (modulesByLoader.has(loader) || entryModules.has(loader)) continue;
        modulesByLoader.set(loader, collectImports([loader], graph));
        addLoaders(modulesByLoader.get(loader) ?? []);
      }
  };
  addLoaders(entryModules);
  const loaders = new Set(modulesByLoader.keys());
  const chunks = new Map([['', createChunk(entryModules, loaders, graph, true)]]);
  for (const [key, modules] of groupByLoaders(modulesByLoader, entryModules))
    chunks.set(key, createChunk(modules, new Set(key.split('\n')), graph));
  const chunksByModule = new Map([...chunks.values()].flatMap((chunk) => chunk.modules.map((id) => [id, chunk])));
  for (const chunk of chunks.values()) {
    for (const id of collectImports(chunk.modules, graph)) {
      const imported = chunksByModule.get(id);
      if (imported && imported !== chunk) chunk.imports.add(imported);
    }
  }
  const features = new Map<string, ReadonlySet<string>>();
  for (const [loader, modules] of modulesByLoader) features.set(loader, collectFeatures([...modules, ...entryModules]));
  return mergeChunks([...chunks.values()], features);
}

/** Groups the modules outside the entry by the dynamic imports that need them, which are the lines of each key. */
function groupByLoaders(modulesByLoader: ReadonlyMap<string, ReadonlySet<string>>, entry: ReadonlySet<string>) {
  const loaders = new Map<string, string[]>();
  for (const [loader, modules] of modulesByLoader)
    for (const id of modules) if (!entry.has(id)) loaders.set(id, [...(loaders.get(id) ?? []), loader]);
  return Map.groupBy(loaders.keys(), (id) => (loaders.get(id) ?? []).join('\n'));
}

const createChunk = (modules: Iterable<string>, loaders: Set<string>, graph: ModuleGraph, isEntry = false): Chunk => ({
  modules: [...modules],
  loaders,
  size: isEntry ? 0 : [...modules].reduce((sum, id) => sum + measure(id, graph), 0),
  features: collectFeatures(modules),
  imports: new Set(),
  isEntry,
});

/** Merges the pair that saves most until no pair saves anything. */
function mergeChunks(chunks: Chunk[], features: ReadonlyMap<string, ReadonlySet<string>>): Chunk[] {
  for (;;) {
    let best = { saving: 0, into: -1, from: -1 };
    for (const [into, a] of chunks.entries()) {
      for (let from = into + 1; from < chunks.length; from++) {
        const saving = computeSaving(a, chunks[from] as Chunk, best.saving, features);
        if (saving > best.saving) best = { saving, into, from };
      }
    }
    const [into] = chunks.slice(best.into);
    const [from] = chunks.splice(best.from, best.from < 0 ? 0 : 1);
    if (!into || !from) return chunks;
    into.modules.push(...from.modules);
    into.size += from.size;
    into.loaders = into.loaders.union(from.loaders);
    into.features = into.features.union(from.features);
    into.imports = into.imports.union(from.imports).difference(new Set([into, from]));
    for (const chunk of chunks) {
      if (chunk.imports.delete(from) && chunk !== into) chunk.imports.add(into);
      if (chunk.imports.has(into)) chunk.imports = chunk.imports.union(into.imports);
    }
    for (const imported of into.imports) imported.loaders = imported.loaders.union(into.loaders);
  }
}

const isPart = ({ loaders, isEntry }: Chunk): boolean =>
  !isEntry && loaders.size === 1 && ![...loaders].some((loader) => loader.endsWith('Page.tsx'));

/** Returns the weighted characters that a merge saves, or 0 if that is less than `minimum` or the merge is forbidden. */
function computeSaving(a: Chunk, b: Chunk, minimum: number, features: ReadonlyMap<string, ReadonlySet<string>>) {
  if (isPart(a) || isPart(b)) return 0;
  const onlyA = a.loaders.difference(b.loaders);
  const onlyB = b.loaders.difference(a.loaders);
  const common = sumWeights(a.loaders) - sumWeights(onlyA);
  let saving = common * charactersPerRequest - sumWeights(onlyA) * b.size - sumWeights(onlyB) * a.size;
  if (saving <= minimum) return 0;
  const loaders = a.loaders.union(b.loaders);
  const imports = a.imports.union(b.imports).difference(new Set([a, b]));
  if (![a, b, ...imports].some(({ isEntry }) => isEntry)) return 0;
  for (const imported of imports) {
    if (imported.imports.has(a) || imported.imports.has(b)) return 0;
    saving -= sumWeights(loaders.difference(imported.loaders)) * (imported.size + charactersPerRequest);
  }
  const hasForeignFeature = [a, b, ...imports].some((chunk) =>
    [...loaders.difference(chunk.loaders)].some(
      (loader) => !chunk.features.isSubsetOf(features.get(loader) ?? new Set()),
    ),
  );
  return hasForeignFeature ? 0 : saving;
}

const sumWeights = (loaders: ReadonlySet<string>): number =>
  [...loaders].reduce((sum, loader) => sum + getWeight(loader), 0);

const measure = (id: string, graph: ModuleGraph): number =>
  minifySync(id, graph.getModuleInfo(id)?.code ?? '').code.length;

const collectFeatures = (ids: Iterable<string>): Set<string> =>
  new Set([...ids].flatMap((id) => /\/client\/features\/(\w+)\//.exec(id)?.[1] ?? []));

/** Collects modules and all that they import statically. */
function collectImports(ids: Iterable<string>, graph: ModuleGraph, found = new Set<string>()): Set<string> {
  for (const id of ids) {
    if (found.has(id)) continue;
    found.add(id);
    collectImports(graph.getModuleInfo(id)?.importedIds ?? [], graph, found);
  }
  return found;
}

/** Names the chunks after their largest module. Code of a single dynamic import has the name that the bundler gives. */
function nameChunks(chunks: readonly Chunk[], graph: ModuleGraph): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set([entryName]);
  for (const { modules, loaders, isEntry } of chunks) {
    if (!isEntry && loaders.size === 1) continue;
    const largest = modules.reduce((a, b) => (measure(b, graph) > measure(a, graph) ? b : a));
    let name = isEntry ? entryName : basename(largest).replace(/\..*$/, '');
    while (!isEntry && taken.has(name)) name += '2';
    taken.add(name);
    for (const id of modules) names.set(id, name);
  }
  return names;
}
