import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const commonJs = ['react', 'react/jsx-runtime', 'react-dom'];
const virtualPrefix = '\0react-module:';
const require = createRequire(import.meta.url);

/**
 * Vite plugin that replaces the CommonJS packages of the client with ES modules: React is wrapped in modules with named
 * exports, and Leaflet publishes one. Otherwise every module that imports them would need the bundler's interop helper,
 * which would become a separate file that every page waits for.
 */
export const esModulesPlugin: Plugin = {
  name: 'es-modules',
  enforce: 'pre',
  resolveId(source, importer = '') {
    if (source === 'leaflet') return this.resolve('leaflet/dist/leaflet-src.esm.js', importer);
    const isInternal =
      importer.startsWith(virtualPrefix) || /node_modules\/(react|react-dom|scheduler)\//.test(importer);
    return commonJs.includes(source) && !isInternal ? virtualPrefix + source : undefined;
  },
  load(id) {
    if (!id.startsWith(virtualPrefix)) return undefined;
    const source = id.slice(virtualPrefix.length);
    const names = Object.keys(require(source) as object).filter((name) => name !== 'default');
    return `import all from ${JSON.stringify(source)};\nexport const { ${names.join(', ')} } = all;\nexport default all;`;
  },
};
