import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import { type Lang, languages } from '#shared/languages.ts';
import { SiteConfig } from '#shared/site/site-config.ts';
import {
  type ContentFileName,
  type ContentOf,
  contentFiles,
  NewsFile,
  type PageTreeEntry,
  PageTreeFile,
  ProductFile,
} from './content-schema.ts';
import { type Fault, schemaFaults } from './faults.ts';
import { NotInside, readInside } from './read-inside.ts';

/** One thing of a folder of things, with the file that says it. */
export interface Filed<T> {
  file: string;
  value: T;
}

export interface SiteContent {
  files: { [F in ContentFileName]: ContentOf<F> };
  trees: Partial<Record<Lang, PageTreeEntry[]>>;
  products: Filed<ProductFile>[];
  news: Filed<z.infer<typeof NewsFile>>[];
  /** Path below content/ → text. */
  markdown: ReadonlyMap<string, string>;
}

/** `sites/<name>/`, read and parsed, but not yet checked for what its parts say of each other. */
export interface SiteFolder {
  name: string;
  dir: string;
  config: SiteConfig;
  content: SiteContent;
}

export type Read<T> = { ok: true; value: T } | { ok: false; faults: Fault[] };

/** Reads everything but media. Every fault of form is found in one go. */
export async function readSiteFolder(dir: string): Promise<Read<SiteFolder>> {
  const faults: Fault[] = [];
  const config = await readJson(dir, 'site.json', SiteConfig, null, faults);
  const files: Record<string, unknown> = {};
  for (const [name, { schema, without }] of Object.entries(contentFiles))
    files[name] = await readJson<unknown>(dir, `content/${name}`, schema, without, faults);
  const trees: SiteContent['trees'] = {};
  for (const lang of languages)
    trees[lang] = (await readJson(dir, `content/page-tree.${lang}.json`, PageTreeFile, [], faults)) ?? [];
  const products = await readFolder(dir, 'products', ProductFile, faults);
  const news = await readFolder(dir, 'news', NewsFile, faults);
  faults.push(...(await strangers(dir)));
  const parsed = { files, trees, products, news };
  const markdown = await readMarkdown(dir, parsed, faults);
  if (!config || faults.length > 0) return { ok: false, faults };
  const content = { ...parsed, files: files as SiteContent['files'], markdown };
  return { ok: true, value: { name: basename(dir), dir, config, content } };
}

/** `without` null: the file must exist. Answers null where there is a fault. */
async function readJson<T>(
  dir: string,
  file: string,
  schema: z.ZodType<T>,
  without: unknown,
  faults: Fault[],
): Promise<T | null> {
  const text = await readText(dir, file, faults);
  if (text === undefined) return null;
  if (text === null && without !== null) return without as T;
  if (text === null) {
    faults.push({ file, path: '', reason: 'is missing' });
    return null;
  }
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    faults.push(...schemaFaults(file, parsed.error.issues));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    faults.push({ file, path: '', reason: text.trim() === '' ? 'is empty' : `is not JSON: ${error.message}` });
  }
  return null;
}

/** null where there is no such file; undefined where it may not be read, which is a fault. */
async function readText(dir: string, file: string, faults: Fault[]): Promise<string | null | undefined> {
  try {
    return (await readInside(dir, file))?.toString('utf8') ?? null;
  } catch (error) {
    if (!(error instanceof NotInside)) throw error;
    faults.push({ file, path: '', reason: error.message });
    return undefined;
  }
}

async function readFolder<T>(dir: string, folder: string, schema: z.ZodType<T>, faults: Fault[]): Promise<Filed<T>[]> {
  const names = await namesIn(join(dir, 'content', folder));
  const things: Filed<T>[] = [];
  for (const name of names.filter((entry) => entry.endsWith('.json'))) {
    const file = `content/${folder}/${name}`;
    const value = await readJson(dir, file, schema, null, faults);
    if (value) things.push({ file, value });
  }
  return things;
}

const namesIn = async (folder: string): Promise<string[]> =>
  (
    await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return [];
    })
  ).sort();

/** A file that nothing reads is a misspelt one. */
async function strangers(dir: string): Promise<Fault[]> {
  const known = new Set([...Object.keys(contentFiles), ...languages.map((lang) => `page-tree.${lang}.json`)]);
  return (await namesIn(join(dir, 'content')))
    .filter((name) => name.endsWith('.json') && !known.has(name))
    .map((name) => ({ file: `content/${name}`, path: '', reason: 'is a file that no part of a site reads' }));
}

/** Whatever a `markdown` key names, anywhere. */
async function readMarkdown(dir: string, parsed: unknown, faults: Fault[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of new Set(markdownPathsIn(parsed))) {
    const file = `content/${path}`;
    const text = await readText(dir, file, faults);
    if (text === null) faults.push({ file, path: '', reason: 'is named as a text and is missing' });
    else if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

function markdownPathsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key !== 'markdown') return markdownPathsIn(inner);
    return (typeof inner === 'string' ? [inner] : Object.values(inner ?? {})).filter(
      (path) => typeof path === 'string',
    );
  });
}
