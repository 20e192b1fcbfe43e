import { relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const entryChunk = 'site';

/**
 * Name of the JavaScript chunk for each folder; the most specific path applies, and `null` leaves the
 * modules to the bundler. Without this table the bundler would create a file for each small part that two pages share,
 * so that a product list would load a dozen files.
 */
export const chunkNamesByFolderPath: Readonly<Record<string, string | null>> = {
  // Code that most pages share is part of the entry chunk.
  'client/core': entryChunk,
  'client/layout': entryChunk,
  'client/ui': entryChunk,
  'client/layout/notices': null,
  'client/ui/FullscreenSlider': null,
  'shared/catalogue': entryChunk,
  'shared/ids': entryChunk,
  'shared/media': entryChunk,
  // Code of product lists, which load nothing else apart from the entry and the texts.
  'client/app/pages/list': 'product-list',
  'client/features/catalogue': 'product-list',
  'client/features/catalogue/product': null,
  'client/features/catalogue/search': null,
  'client/features/cart/card-button': 'product-list',
  // Code for choosing a variant and adding it to the cart.
  'client/features/catalogue/choice': 'buy',
  'client/features/cart/add-to-cart': 'buy',
  'client/ui/NumberStepper': 'buy',
  // Code that every page of a site with several hosts loads once the browser is idle.
  'client/features/cart/handover': 'handover',
  'client/features/cart/abandoned-additions': null,
  'shared/accounts/handover': 'handover',
  'client/features/cart': 'cart',
  'shared/cart': 'cart',
  'shared/checkout': 'cart',
  'shared/discounts': 'cart',
  'shared/orders': 'cart',
  'shared/shipping': 'cart',
  // Small pages that share nearly all of their code.
  'client/features/orders': 'orders',
  'client/features/accounts': 'accounts',
  'shared/accounts': 'accounts',
  // Code of the accounts, which checkout and orders load as well.
  'client/core/orders': 'accounts',
  'shared/shipping/delivery-time': 'accounts',
  'shared/payments': 'accounts',
  'client/ui/form': 'fields',
  'shared/places': 'fields',
  'client/core/NoScriptNotice': 'fields',
  // The share links, which the pages of wines, news, posts and events show.
  'client/core/share': 'share',
  // Browsers load the computation of a proof of work when a visitor first uses a form of a site that requires one.
  'client/core/proof-of-work': null,
  'client/core/forms': 'form',
  'node_modules/react-hook-form': 'form',
  // Code of news and blog. The home page loads only the part with the teasers.
  'client/features/content': 'content-pages',
  'client/features/content/albums': 'albums',
  'client/features/content/teasers': 'articles',
  'shared/content': 'articles',
  // Reviews of a product. Further reviews, the reviews of a service and the pages about reviews are loaded only where
  // they are shown.
  'client/features/reviews': 'reviews',
  'client/features/reviews/LoadMoreReviewsButton': null,
  'client/features/reviews/ExternalReviews': null,
  'client/features/reviews/pages': null,
  'shared/reviews': 'reviews',
  // Code of the sections that estates put on their pages.
  'client/features/site/sections': 'sections',
  'client/features/places': 'sections',
  'client/features/places/map': null,
  // The map, which is loaded after a click. It includes the library, because a chunk that does not import the entry
  // would get the bundler's helpers from a separate file.
  'node_modules/leaflet': 'tile-map',
  'client/features/places/tile-map': 'tile-map',
  // Code of the cookie consent, which only sites with analytics services load. Each service is a separate chunk.
  'client/features/consent': 'consent',
  'client/features/consent/services': null,
  'client/features/consent/dialog': 'consent-dialog',
  'node_modules/vanilla-cookieconsent': 'consent-dialog',
  'shared/consent': 'consent',
  // Code of the forms that estates create.
  'client/app/pages/form': 'forms',
  'client/features/forms': 'forms',
  'shared/forms': 'forms',
};

const paths = Object.keys(chunkNamesByFolderPath).sort((a, b) => b.length - a.length);

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/**
 * Creates the function that assigns modules to chunks: the modules that the entry imports statically form one chunk,
 * and all others follow their folder or the only chunk that imports them.
 */
export function createChunkGroupsAndPlugin(root: string, entry: string) {
  let graph: ModuleGraph | undefined;
  let entryModules: ReadonlySet<string> | undefined;
  const assigned = new Map<string, string | null>();
  const chunkOf = (id: string): string | null => {
    if (!graph) throw new Error('the build has not started');
    entryModules ??= staticImports(`${root}/${entry}`, graph);
    // The bundler's helper modules have ids that begin with a null character.
    if (entryModules.has(id) || id.startsWith('\0')) return entryChunk;
    const known = assigned.get(id);
    if (known !== undefined) return known;
    const path = relative(root, id);
    const chunk = findChunkOfPath(path);
    assigned.set(id, chunk);
    // A module of shared/ or of the entry chunk that only one other chunk imports joins that chunk, because every page
    // loads the entry, and a folder of shared/ has modules for several features.
    const canJoin = chunk === entryChunk || (chunk !== null && isShared(path));
    const [importer, ...others] = canJoin ? findImportingChunks(id, graph, chunkOf) : [];
    if (importer && others.length === 0) assigned.set(id, importer.name);
    return assigned.get(id) ?? null;
  };
  const moduleGraph: Plugin = {
    name: 'module-graph',
    buildStart() {
      graph = this;
      entryModules = undefined;
      assigned.clear();
    },
  };
  return {
    moduleGraph,
    groups: [
      { name: entryChunk, test: (id: string) => chunkOf(id) === entryChunk, priority: 1 },
      { name: chunkOf, debugName: 'folder' },
    ],
  };
}

const isShared = (path: string): boolean => path.startsWith('shared/');

function findChunkOfPath(path: string): string | null {
  const name = paths.find((start) => `/${path}`.includes(`/${start}/`));
  return name ? (chunkNamesByFolderPath[name] ?? null) : null;
}

interface ImportingChunk {
  /** `null` if the bundler names the chunk. */
  name: string | null;
}

/** Finds the chunks that import a module statically. Chunks that the bundler names are distinguished by their entry. */
function findImportingChunks(
  id: string,
  graph: ModuleGraph,
  chunkOf: (id: string) => string | null,
): Iterable<ImportingChunk> {
  const chunks = new Map<string, ImportingChunk>();
  const visited = new Set<string>();
  const visit = (importer: string) => {
    if (visited.has(importer)) return;
    visited.add(importer);
    const name = chunkOf(importer);
    const info = graph.getModuleInfo(importer);
    if (name !== null) chunks.set(name, { name });
    else if (info?.dynamicImporters.length) chunks.set(importer, { name });
    if (name === null) info?.importers.forEach(visit);
  };
  graph.getModuleInfo(id)?.importers.forEach(visit);
  return chunks.values();
}

function staticImports(entry: string, graph: ModuleGraph): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  visit(entry);
  return found;
}
