import { relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const entryChunk = 'site';

/**
 * Chunk by folder; `null` leaves the modules to the bundler, and the most specific folder applies. Without this table
 * the bundler creates a file for each small part that two pages share, so that a product list would load a dozen of
 * them.
 */
const chunkOfFolder: Readonly<Record<string, string | null>> = {
  // Code that most pages share is part of the entry chunk.
  'client/core': entryChunk,
  'client/layout': entryChunk,
  'client/ui': entryChunk,
  'client/layout/notices': null,
  'client/ui/FullscreenSlider': null,
  'shared/accounts': entryChunk,
  'shared/catalogue': entryChunk,
  'shared/media': entryChunk,
  // Code of product lists. With the entry and the texts, it is all that such a page loads.
  'client/app/pages/list': 'shelf',
  'client/features/catalogue': 'shelf',
  'client/features/catalogue/product': null,
  'client/features/catalogue/search': null,
  'client/features/cart/card-button': 'shelf',
  // Code that chooses a variant and adds it to the cart.
  'client/features/catalogue/choice': 'buy',
  'client/features/cart/add-to-cart': 'buy',
  'client/ui/Stepper': 'buy',
  // Loaded by every page of a site with several hosts once it is idle.
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
  // Checkout and orders both load the chunk of the accounts.
  'client/core/orders': 'accounts',
  'shared/shipping/delivery-time': 'accounts',
  'client/ui/form': 'fields',
  'client/core/forms': 'form',
  'node_modules/react-hook-form': 'form',
  // Small pages of news, blog and albums. The home page loads the teasers alone.
  'client/features/content': 'content-pages',
  'client/features/content/teasers': null,
  // Sections of the pages that estates compose.
  'client/features/site/sections': 'sections',
  'client/features/places': 'sections',
  'client/features/places/map': null,
  // Loaded after a click. A chunk that does not import the entry would get the bundler's helpers from a file of their own.
  'node_modules/leaflet': 'tile-map',
  'client/features/places/tile-map': 'tile-map',
  // Forms of the estates.
  'client/app/pages/form': 'forms',
  'client/features/forms': 'forms',
  'shared/forms': 'forms',
};

const folders = Object.keys(chunkOfFolder).sort((one, other) => other.length - one.length);

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** Assigns modules to chunks: what the entry imports statically is one chunk, the rest follows its folder. */
export function createChunkAssigner(root: string, entry: string) {
  let graph: ModuleGraph | undefined;
  let entryModules: ReadonlySet<string> | undefined;
  const chunkOf = (id: string): string | null => {
    if (!graph) throw new Error('the build has not started');
    entryModules ??= staticImports(`${root}/${entry}`, graph);
    // The bundler's own helpers have ids that begin with a null character.
    if (entryModules.has(id) || id.startsWith('\0')) return entryChunk;
    const path = relative(root, id);
    const folder = folders.find((name) => path.startsWith(`${name}/`) || path.includes(`/${name}/`));
    return folder ? (chunkOfFolder[folder] ?? null) : null;
  };
  const moduleGraph: Plugin = {
    name: 'module-graph',
    buildStart() {
      graph = this;
      entryModules = undefined;
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
