import { createRequire } from 'node:module';
import { relative } from 'node:path';
import type { Plugin } from 'vite';

/**
 * How the browser's code is cut into files. Few, whole ones: what every page needs is one file (`site`, with the entry),
 * what the lists of products share another (`shelf`), each language one, and a page of another kind its own. What it
 * takes to buy (`buy`), the sections of pages (`sections`), what cart and order have in common (`cart`) and forms (`fields`, `form`) come with the pages that
 * need them. Left alone, the bundler makes a file of each small part that two pages have in common, and a list would wait
 * for a dozen of them.
 */
export const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    {
      name: 'shelf',
      priority: 2,
      test: /client\/(app\/pages\/(with-card-action|(Wine|Juice)ListPage)|features\/(catalogue\/(?!Product(Page|Search|Details)|MealIcon|product-(page|view|choice))|cart\/add-to-cart\/(CardAddButton|use-add-button|AddToCart\.module)))/,
    },
    { name: 'sections', priority: 1, test: /client\/features\/(site\/(sections|load-page)|places)\// },
    {
      name: 'site',
      priority: 1,
      test: (id: string) => siteCode.some((pattern) => pattern.test(id)) && !laterCode.test(id),
    },
    {
      name: 'buy',
      priority: 2,
      test: /client\/(ui\/Stepper|features\/(catalogue\/product-choice|cart\/(add-to-cart\/(AddToCartRow|add-to-cart|show-add-to-cart-result)|line-facts)))/,
    },
    {
      name: 'cart',
      priority: 1,
      test: /client\/features\/cart\/(CartSummary|DiscountCode|FreeShipping|cart-figures|diff-carts|refresh-cart|shipping-rules|use-cart-figures)|shared\/(catalogue\/stock-need|cart\/(?!quantity)|checkout|discounts|orders|shipping\/(?!map-tiles))/,
    },
    { name: 'fields', priority: 1, test: /client\/ui\/form\/(?!Button)/ },
    {
      name: 'form',
      priority: 1,
      test: /client\/(core\/forms|features\/accounts\/field-rules)|node_modules\/react-hook-form|shared\/places\/local-time/,
    },
  ],
};

const siteCode = [
  /\/client\/(app\/(?!pages)|core|layout|router|ssr|ui|styles|features\/(content\/content-view|(cart\/(cart-(context|store|lines)|change-lines|(parse-)?persisted-cart)|checkout\/checkout-key)|accounts\/session-(store|context)))/,
  /\/shared\/(?!texts\/|places\/local-time|site\/(anchors|legal-placeholders)|catalogue\/stock-need|cart\/(?!quantity)|checkout|discounts|orders|shipping\/(?!map-tiles))/,
  /node_modules\/(react|react-dom|scheduler|zustand)\//,
  /\0(react-module|vite|rolldown)/,
];

/** What is loaded when the browser is idle, or when it is asked for. */
const laterCode =
  /\/client\/(core\/(forms\/|page\/ListPagination|dictionary\.)|router\/(?!chunk-failure|hydration)|ui\/(FullscreenSlider\/FullscreenSlider\.|Pagination\.|form\/(?!Button)))/;

/** Schemas stay on the server: browsers get types, and constants from files without schemas. */
export const noSchemas: Plugin = {
  name: 'no-schemas-in-the-browser',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === 'zod') throw new Error(`${importer} brings zod into the browser's code: import types only`);
  },
};

const commonJs = ['react', 'react/jsx-runtime', 'react-dom'];
const virtual = '\0react-module:';
const require = createRequire(import.meta.url);

/**
 * React is CommonJS, and each file that imports it needs the bundler's helper for that, which then is a file of its own
 * that every page waits for. Behind a module that names the exports, `site` alone needs the helper.
 */
export const reactAsModule: Plugin = {
  name: 'react-as-module',
  enforce: 'pre',
  resolveId(source, importer) {
    const fromReact =
      importer?.startsWith(virtual) || /node_modules\/(react|react-dom|scheduler)\//.test(importer ?? '');
    return commonJs.includes(source) && !fromReact ? virtual + source : undefined;
  },
  load(id) {
    if (!id.startsWith(virtual)) return undefined;
    const source = id.slice(virtual.length);
    const names = Object.keys(require(source) as object).filter((name) => name !== 'default');
    return `import all from ${JSON.stringify(source)};\nexport const { ${names.join(', ')} } = all;\nexport default all;`;
  },
};

interface ManifestEntry {
  file: string;
  imports: string[];
  css: string[];
  isEntry?: true;
}

/**
 * `.vite/manifest.json` by source: where the entry and each module that is imported on demand have ended up. The
 * bundler's own names a source only where a file is its alone.
 */
export const manifest = (root: string, entry: string): Plugin => ({
  name: 'manifest-by-source',
  enforce: 'post',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    const entries: Record<string, ManifestEntry> = {};
    for (const chunk of chunks) {
      const css = [...(chunk.viteMetadata?.importedCss ?? [])];
      const imports = chunk.imports.filter((file) => (bundle[file] as typeof chunk).moduleIds.length > 0);
      entries[chunk.fileName] = { file: chunk.fileName, imports, css };
      for (const id of chunk.moduleIds) {
        const source = relative(root, id);
        const asked = source === entry || (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
        if (asked) entries[source] = { file: chunk.fileName, imports, css, ...(source === entry && { isEntry: true }) };
      }
    }
    this.emitFile({ type: 'asset', fileName: '.vite/manifest.json', source: JSON.stringify(entries, null, 2) });
  },
});
