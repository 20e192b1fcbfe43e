import { join } from 'node:path';
import { build } from 'vite';
import { repositoryRoot } from '../processes/run-script-or-throw.ts';

/**
 * Bundles `bench/servers/bare-tree.tsx`, the React tree of a page without the storefront, with React's production
 * build.
 * @returns The path of the bundle.
 */
export async function bundleBareRenderFunctions(outDir: string): Promise<string> {
  await build({
    root: repositoryRoot,
    logLevel: 'warn',
    build: { ssr: true },
    // All other options come from the configuration of the server's renderer, so that both measure the same code.
    environments: {
      ssr: {
        build: {
          outDir,
          rolldownOptions: { input: 'bench/servers/bare-tree.tsx', output: { entryFileNames: 'bare-tree.js' } },
        },
      },
    },
  });
  return join(outDir, 'bare-tree.js');
}
