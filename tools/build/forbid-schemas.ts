import type { Plugin } from 'vite';

/**
 * Vite plugin that fails the build if browser code imports a zod schema. Schemas stay on the server; browser code may
 * import types, and constants from files without schemas.
 */
export const forbidSchemasInClientPlugin: Plugin = {
  name: 'forbid-schemas',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === 'zod') throw new Error(`${importer} imports zod into the browser's code: import types only`);
  },
};
