import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '#server/operator-error.ts';

/** The files of the admin panel's client to which its document refers. */
export interface AdminClient {
  /** URL path of the entry module. */
  entry: string;
  /** URL paths of the style sheets that the entry module needs. */
  styles: readonly string[];
  /** Folder of the build; null in development, where Vite serves the files. */
  folder: string | null;
  /** Markup that the development server inserts into the document's `<head>`. */
  developmentHead?: string;
}

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), isEntry: z.boolean().optional(), css: z.array(z.string()).default([]) }),
);

/** Reads which files the production build of the admin panel consists of. @throws OperatorError if there is none */
export function readAdminClient(folder: string): AdminClient {
  const file = join(folder, '.vite/manifest.json');
  try {
    const modules = Object.values(Manifest.parse(JSON.parse(readFileSync(file, 'utf8'))));
    const entry = modules.find(({ isEntry }) => isEntry);
    if (!entry) throw new Error('the manifest has no entry');
    return { entry: `/${entry.file}`, styles: entry.css.map((path) => `/${path}`), folder };
  } catch (cause) {
    throw new OperatorError(`There is no usable build of the admin panel (${file}). Run "npm run build".`, { cause });
  }
}
