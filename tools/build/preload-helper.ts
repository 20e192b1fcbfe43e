import type { Plugin } from 'vite';

const helperId = '\0vite/preload-helper.js';

/**
 * Vite plugin that replaces Vite's function around dynamic imports with `importWithPreloads` (0.4 kB less, compressed).
 */
export const preloadHelperPlugin: Plugin = {
  name: 'preload-helper',
  enforce: 'pre',
  load: (id) =>
    id === helperId
      ? `export { importWithPreloads as __vitePreload } from '#client/core/import-with-preloads.ts';`
      : undefined,
};
