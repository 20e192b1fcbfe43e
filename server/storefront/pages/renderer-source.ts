import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { hashFiles, listFiles } from '#server/build-id.ts';
import { OperatorError } from '#server/operator-error.ts';
import type { ClientAssets, Renderer } from '#shared/rendering.ts';
import { type AdminClientAssets, readAdminClientAssets } from './admin-client-assets.ts';

export interface RendererSource {
  /** Returns the current renderer. In development it can change with each edit. */
  current(): Promise<{ renderer: Renderer; assets: ClientAssets }>;
  /** Folder of the client build; null in development, where Vite serves the client. */
  clientFolder: string | null;
  adminClientAssets: AdminClientAssets;
  /** Identifies the code that renders and sends pages; absent in development, where it changes. */
  buildId?: string;
}

const manifestFile = '.vite/manifest.json';

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);

/** Loads the renderer of the production build. @throws OperatorError if there is no usable build. */
export async function loadBuiltRenderer(dist: string): Promise<RendererSource> {
  const clientFolder = join(dist, 'client');
  const assets = readAssets(clientFolder);
  const renderer = (await import(pathToFileURL(join(dist, 'server/entry.server.js')).href)) as Renderer;
  const adminClientAssets = readAdminClientAssets(join(dist, 'admin'));
  const buildId = hashFiles([
    join(dist, 'server/entry.server.js'),
    join(clientFolder, manifestFile),
    ...listFiles(join(import.meta.dirname, '..')),
  ]);
  return { clientFolder, adminClientAssets, buildId, current: () => Promise.resolve({ renderer, assets }) };
}

function readAssets(clientFolder: string): ClientAssets {
  const file = join(clientFolder, manifestFile);
  try {
    const files = Manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
    const entry = Object.values(files).find(({ isEntry }) => isEntry);
    if (!entry) throw new Error('the manifest has no entry');
    return { entry: entry.file, files };
  } catch (cause) {
    throw new OperatorError(`There is no usable build (${file}). Run "npm run build".`, { cause });
  }
}
