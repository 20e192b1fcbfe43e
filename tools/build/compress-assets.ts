import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];
const compressible = /^(assets|admin-assets)\/.*\.(js|css|svg|json|txt)$/;

/**
 * Vite plugin that also writes each text asset (scripts, styles, SVG) as .br and .gz, at the highest compression level,
 * because each asset is compressed only once.
 */
export const compressAssetsPlugin: Plugin = {
  name: 'compress-assets',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => compressible.test(name));
    await Promise.all(
      names.map(async (name) => {
        const file = join(dir, name);
        const bytes = await readFile(file);
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        await Promise.all([
          compressBrotli(bytes, { params }).then((small) => writeFile(`${file}.br`, small)),
          compressGzip(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
        ]);
      }),
    );
  },
};
