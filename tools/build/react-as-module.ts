import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const commonJs = ['react', 'react/jsx-runtime', 'react-dom'];
const virtualPrefix = '\0react-module:';
const require = createRequire(import.meta.url);

/**
 * Vite plugin that wraps React, which is CommonJS, in ES modules with named exports. Otherwise every module that
 * imports React would need the bundler's interop helper, which would become a separate file that every page waits for.
 */
export const reactAsModulePlugin: Plugin = {
  name: 'react-as-module',
  enforce: 'pre',
  resolveId(source, importer = '') {
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
