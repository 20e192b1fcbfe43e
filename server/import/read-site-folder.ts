import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { z } from 'zod';
import { findUnstorableTextIssues, isStorableText } from '#server/api/contract/unstorable-text.ts';
import { articleTypeNames } from '#shared/content/article-types.ts';
import type { ArticleTypeName } from '#shared/content-type-pages.ts';
import { Slug } from '#shared/input-fields.ts';
import { type Lang, languages } from '#shared/languages.ts';
import { describeTooLargeFile } from '#shared/media/media-limits.ts';
import { decodeText, findDuplicateKey, TextEncodingError } from '#shared/site/json-file.ts';
import type { PageEntryInput } from '#shared/site/page-tree-input.ts';
import { SiteConfig } from '#shared/site/site-config.ts';
import { type ContentIssue, limitIssuesPerFile, toContentIssues } from './content-issues.ts';
import {
  type ContentItemFileOf,
  contentFileDefinitions,
  contentItemFileSchemas,
  ElementFile,
  PageTreeFile,
  ProductFile,
  type SpecialFiles,
} from './content-schema.ts';
import { omitPanelFiles } from './page-schema.ts';

/** Thrown for a file that cannot be read. The message becomes the reason of a `ContentIssue`. */
export class UnreadableFileError extends Error {}

/** Maximum size in bytes of the JSON and Markdown files in a site's folder. */
const maxTextFileBytes = 10_000_000;

/**
 * Reads a file of a site's folder. Symbolic links must not point outside the folder: what is read becomes public, so a
 * link could expose other files of the machine.
 * @param maxBytes Maximum size of the file.
 * @returns Null if the file does not exist.
 * @throws UnreadableFileError if the path is a folder, a link to a path outside the site's folder, or too large a file.
 */
export async function readSiteFileIfExists(
  dir: string,
  path: string,
  maxBytes = maxTextFileBytes,
): Promise<Buffer | null> {
  try {
    const [folder, file] = await Promise.all([realpath(dir), realpath(join(dir, path))]);
    if (/^\.\.(?:[/\\]|$)/.test(relative(folder, file)))
      throw new UnreadableFileError('is a link that leads out of the folder');
    if ((await stat(file)).size > maxBytes) throw new UnreadableFileError(describeTooLargeFile(maxBytes));
    return await readFile(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'EISDIR') throw new UnreadableFileError('is a folder');
    throw error;
  }
}

/** A parsed value, with the path of its file relative to the site's folder. */
export interface ParsedContentFile<T> {
  file: string;
  value: T;
}

/** The files of `elements/`, one folder for each route. */
export type ParsedElementFiles = (ParsedContentFile<ElementFile> & { route: string })[];

export interface ParsedSiteContent {
  /** The files directly in content/; `entriesOf` returns the items of those that are not special. */
  files: SpecialFiles;
  trees: Partial<Record<Lang, PageEntryInput[]>>;
  products: ParsedContentFile<ProductFile>[];
  items: { [Name in ArticleTypeName]: ParsedContentFile<ContentItemFileOf<Name>>[] };
  elements: ParsedElementFiles;
  /** Markdown texts by path below content/. */
  markdown: ReadonlyMap<string, string>;
}

/** A site's folder whose files match their schemas. References between the files are not checked yet. */
export interface ParsedSiteFolder {
  name: string;
  dir: string;
  config: SiteConfig;
  content: ParsedSiteContent;
  /** Fields with names of the version before. */
  warnings: ContentIssue[];
}

type SiteFolderResult<T> = { ok: true; value: T } | { ok: false; issues: ContentIssue[] };

/** Reads and parses all files of a site except media. All issues are reported together. */
export async function readSiteFolderContent(dir: string): Promise<SiteFolderResult<ParsedSiteFolder>> {
  const issues: ContentIssue[] = [];
  const config = await readJson(dir, 'site.json', SiteConfig, null, issues);
  const warnings: ContentIssue[] = [];
  const files: Record<string, unknown> = {};
  for (const [name, { schema, defaultValue, formerFields = {} }] of Object.entries(contentFileDefinitions)) {
    const file = `content/${name}`;
    const current = z.preprocess((value) => {
      const { renamed, value: migrated } = renameFormerFields(value, formerFields);
      for (const field of renamed)
        warnings.push({ file, path: field, reason: describeFormerField(field, formerFields) });
      return migrated;
    }, schema);
    files[name] = await readJson<unknown>(dir, file, current, defaultValue, issues);
  }
  const trees: ParsedSiteContent['trees'] = {};
  for (const lang of languages)
    trees[lang] = (await readJson(dir, `content/page-tree.${lang}.json`, PageTreeFile, [], issues)) ?? [];
  const products = await readFolder(dir, 'products', ProductFile, issues);
  const items: Partial<Record<ArticleTypeName, unknown>> = {};
  for (const name of articleTypeNames)
    items[name] = await readFolder<unknown>(dir, name, contentItemFileSchemas[name], issues);
  const elements = await readElements(dir, issues);
  for (const each of await findUnknownFiles(dir)) issues.push(each);
  const parsed = { files, trees, products, items: items as ParsedSiteContent['items'], elements };
  const markdown = await readMarkdown(dir, { ...parsed, files: omitPanelFiles(files) }, issues);
  if (!config || issues.length > 0) return { ok: false, issues: limitIssuesPerFile(issues) };
  const content = { ...parsed, files: files as ParsedSiteContent['files'], markdown };
  return { ok: true, value: { name: basename(dir), dir, config, content, warnings } };
}

/** Gives the fields of a file's entries their present names. @returns The former names that were used. */
export function renameFormerFields(
  value: unknown,
  formerFields: Readonly<Record<string, string>>,
): { value: unknown; renamed: string[] } {
  const former = Object.keys(formerFields);
  if (former.length === 0 || !Array.isArray(value)) return { value, renamed: [] };
  const renamed = new Set<string>();
  const entries = value.map((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return entry;
    return Object.fromEntries(
      Object.entries(entry).map(([field, inner]) => {
        const present = Object.hasOwn(formerFields, field) ? formerFields[field] : undefined;
        if (present === undefined || present in entry) return [field, inner];
        renamed.add(field);
        return [present, inner];
      }),
    );
  });
  return { value: entries, renamed: [...renamed] };
}

const describeFormerField = (field: string, formerFields: Readonly<Record<string, string>>): string =>
  `is called "${formerFields[field]}" now; the next version no longer reads the old name. Run "npm run site -- migrate-files"`;

/**
 * Reads and validates a JSON file.
 * @param defaultValue Used if the file is missing; null if it is required.
 * @returns Null if an issue was reported.
 */
async function readJson<T>(
  dir: string,
  file: string,
  schema: z.ZodType<T>,
  defaultValue: unknown,
  issues: ContentIssue[],
): Promise<T | null> {
  const text = await readText(dir, file, issues);
  if (text === undefined) return null;
  if (text === null && defaultValue !== null) return defaultValue as T;
  if (text === null) {
    issues.push({ file, path: '', reason: 'is missing' });
    return null;
  }
  try {
    const value: unknown = JSON.parse(text);
    const duplicate = findDuplicateKey(text);
    if (duplicate !== null) {
      issues.push({ file, path: duplicate, reason: 'is there twice; delete one of them' });
      return null;
    }
    const unstorable = findUnstorableTextIssues(value);
    const parsed = schema.safeParse(value);
    if (parsed.success && unstorable.length === 0) return parsed.data;
    for (const each of toContentIssues(file, [...unstorable, ...(parsed.error?.issues ?? [])])) issues.push(each);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    issues.push({ file, path: '', reason: text.trim() === '' ? 'is empty' : `is not JSON: ${error.message}` });
  }
  return null;
}

/**
 * Reads a text file.
 * @returns Null if the file does not exist; undefined if it cannot be read, which is reported as an issue.
 */
async function readText(dir: string, file: string, issues: ContentIssue[]): Promise<string | null | undefined> {
  try {
    const bytes = await readSiteFileIfExists(dir, file);
    return bytes && decodeText(bytes);
  } catch (error) {
    if (!(error instanceof UnreadableFileError || error instanceof TextEncodingError)) throw error;
    issues.push({ file, path: '', reason: error.message });
    return undefined;
  }
}

async function readFolder<T>(
  dir: string,
  folder: string,
  schema: z.ZodType<T>,
  issues: ContentIssue[],
): Promise<ParsedContentFile<T>[]> {
  const names = await listFolder(join(dir, 'content', folder));
  const parsedFiles: ParsedContentFile<T>[] = [];
  for (const name of names.filter((entry) => entry.endsWith('.json'))) {
    const file = `content/${folder}/${name}`;
    const value = await readJson(dir, file, schema, null, issues);
    if (value) parsedFiles.push({ file, value });
  }
  return parsedFiles;
}

async function readElements(dir: string, issues: ContentIssue[]): Promise<ParsedElementFiles> {
  const all: ParsedElementFiles = [];
  for (const route of await listFolder(join(dir, 'content/elements'))) {
    if (Slug.safeParse(route).success)
      for (const each of (await readFolder(dir, `elements/${route}`, ElementFile, issues)).map((file) => ({
        ...file,
        route,
      })))
        all.push(each);
    else
      issues.push({ file: `content/elements/${route}`, path: '', reason: 'is not named as a route, such as "events"' });
  }
  return all;
}

const listFolder = async (folder: string): Promise<string[]> =>
  (
    await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return [];
    })
  ).sort();

/** Reports JSON files directly in content/ that no schema describes, because their names are probably misspelt. */
async function findUnknownFiles(dir: string): Promise<ContentIssue[]> {
  const known = new Set([...Object.keys(contentFileDefinitions), ...languages.map((lang) => `page-tree.${lang}.json`)]);
  return (await listFolder(join(dir, 'content')))
    .filter((name) => name.endsWith('.json') && !known.has(name))
    .map((name) => ({ file: `content/${name}`, path: '', reason: 'is a file that no part of a site reads' }));
}

/** Reads all Markdown files to which a `markdown` key at any depth refers. */
async function readMarkdown(dir: string, parsed: unknown, issues: ContentIssue[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of new Set(markdownPathsIn(parsed))) {
    const file = `content/${path}`;
    const text = await readText(dir, file, issues);
    if (text === null) issues.push({ file, path: '', reason: 'is named as a text and is missing' });
    else if (text !== undefined && !isStorableText(text))
      issues.push({ file, path: '', reason: 'contains a null character' });
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
