import { relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const entryChunk = 'site';

/**
 * The chunk of a folder's modules; `null` leaves them to the bundler. The longest folder wins. Without the table the
 * bundler makes a file of each small part that two pages share, and a list of products would wait for a dozen of them.
 */
const chunkOfFolder: Readonly<Record<string, string | null>> = {
  // Parts that most pages share come with the entry.
  'client/core': entryChunk,
  'client/layout': entryChunk,
  'client/ui': entryChunk,
  'client/layout/notices': null,
  'client/ui/FullscreenSlider': null,
  'shared/accounts': entryChunk,
  'shared/catalogue': entryChunk,
  'shared/content': entryChunk,
  'shared/media': entryChunk,
  // Lists of products: with the entry and the texts, all that such a page loads.
  'client/app/pages/list': 'shelf',
  'client/features/catalogue': 'shelf',
  'client/features/catalogue/product': null,
  'client/features/catalogue/search': null,
  'client/features/cart/card-button': 'shelf',
  // Choosing and adding.
  'client/features/catalogue/choice': 'buy',
  'client/features/cart/add-to-cart': 'buy',
  'client/ui/Stepper': 'buy',
  // Cart and checkout.
  // Loaded by every page of a site with several hosts once it is idle.
  'client/features/cart/handover': 'handover',
  'shared/accounts/handover': 'handover',
  'client/features/cart': 'cart',
  'shared/cart': 'cart',
  'shared/checkout': 'cart',
  'shared/discounts': 'cart',
  'shared/orders': 'cart',
  'shared/shipping': 'cart',
  // Small pages that share nearly all of their parts.
  'client/features/orders': 'orders',
  'client/features/accounts': 'accounts',
  // Forms.
  'client/ui/form': 'fields',
  'client/core/forms': 'form',
  'node_modules/react-hook-form': 'form',
  // Pages that the estate composes.
  'client/features/site/sections': 'sections',
  'client/features/places': 'sections',
};

const folders = Object.keys(chunkOfFolder).sort((one, other) => other.length - one.length);

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** Assigns modules to chunks: what the entry imports statically is one chunk, the rest follows its folder. */
export function assignChunks(root: string, entry: string) {
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
