import type { Plugin } from 'vite';

/** Schemas stay on the server: browser code imports types, and constants from files without schemas. */
export const forbidSchemasInClientPlugin: Plugin = {
  name: 'forbid-schemas',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === 'zod') throw new Error(`${importer} imports zod into the browser's code: import types only`);
  },
};
