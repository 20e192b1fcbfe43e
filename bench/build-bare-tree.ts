import { join } from 'node:path';
import { build } from 'vite';
import { repositoryRoot } from './run-script.ts';

/** Bundles `servers/bare-tree.tsx` with React's production build. @returns the path of the bundle. */
export async function buildBareTree(outDir: string): Promise<string> {
  await build({
    root: repositoryRoot,
    logLevel: 'warn',
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      ssr: 'bench/servers/bare-tree.tsx',
      target: 'node24',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'bare-tree.js', codeSplitting: false } },
    },
  });
  return join(outDir, 'bare-tree.js');
}
