import { join } from 'node:path';
import { build } from 'vite';
import { repositoryRoot } from './run-script.ts';

/** Bundles `servers/bare-tree.tsx` with React's production build. @returns the path of the bundle. */
export async function buildBareReactTree(outDir: string): Promise<string> {
  await build({
    root: repositoryRoot,
    logLevel: 'warn',
    build: { ssr: true },
    // All other options equal those of the build of the server's renderer.
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
