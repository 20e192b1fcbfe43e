import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { codeSplitting, manifest, noSchemas, reactAsModule } from './build-chunks.ts';

/**
 * `npm run build`: what browsers load to dist/client, with a manifest and every file also as .br and .gz; what renders
 * on the server to dist/server/entry.server.js, complete in itself. `npm run build -- <folder>` builds there instead.
 */
const root = import.meta.dirname;
const target = process.argv[2] ?? join(root, 'dist');
const entry = 'client/app/entry.client.tsx';
const clientFolder = join(target, 'client');
const serverFolder = join(target, 'server');

process.env.NODE_ENV = 'production';

const buildClient = () =>
  build({
    root,
    logLevel: 'warn',
    plugins: [noSchemas, reactAsModule, manifest(root, entry)],
    build: {
      outDir: clientFolder,
      target: 'baseline-widely-available',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { input: entry, output: { codeSplitting } },
    },
  });

const buildServer = () =>
  build({
    root,
    logLevel: 'warn',
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: serverFolder,
      ssr: 'client/app/entry.server.tsx',
      target: 'node24',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'entry.server.js', codeSplitting: false } },
    },
  });

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];
const compressible = /\.(js|css|svg|json|txt)$/;

/** Each file beside itself in the two compressed forms, at the best that they can do: it is done once. */
async function compressAll(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names
      .filter((name) => compressible.test(name))
      .map(async (name) => {
        const file = join(folder, name);
        const bytes = await readFile(file);
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        await Promise.all([
          brotli(bytes, { params }).then((small) => writeFile(`${file}.br`, small)),
          zip(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
        ]);
      }),
  );
}

const start = performance.now();
await rm(target, { recursive: true, force: true });
await Promise.all([buildClient(), buildServer()]);
await compressAll(join(clientFolder, 'assets'));
console.log(`built in ${((performance.now() - start) / 1000).toFixed(1)} s`);
