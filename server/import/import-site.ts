import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { queueNextPriceChange, recordPriceHistory } from '#server/api/catalogue/price-changes.ts';
import { updateSearchTextsOfTags } from '#server/api/catalogue/update-search-texts.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { contentPublicationStorefrontNotifier } from '#server/api/content/save-content.ts';
import type { Db } from '#server/api/database/connect.ts';
import { acquireReportedLock, printLockWait, type ReportLockWait } from '#server/api/database/lock-wait.ts';
import { lockSiteForImport } from '#server/api/database/site-import-lock.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { countMissingSlots } from '#server/api/elements/elements-repository.ts';
import { elementPublicationStorefrontNotifier } from '#server/api/elements/save-element.ts';
import { storeFileWithKnownHash } from '#server/api/media/file-store.ts';
import { type InspectedImage, type InspectedMedia, inspectMedia } from '#server/api/media/inspect-media.ts';
import { storeMediaFiles } from '#server/api/media/store-media.ts';
import { findImagePathsInMarkdown } from '#server/api/media/text-images.ts';
import { tags } from '#server/api/site/site-tables.ts';
import { OperatorError } from '#server/operator-error.ts';
import { type TagInput, tagResourceSpec } from '#shared/catalogue/catalogue-input.ts';
import { getMaxMediaBytes, isPdfPath, maxSiteMediaBytes, maxSiteMediaFiles } from '#shared/media/media-limits.ts';
import { mediaPathPattern } from '#shared/media/media-path.ts';
import type { SvgLoss } from '#shared/media/upload-contract.ts';
import { checkSiteContent } from './check-site-content.ts';
import { type ContentIssue, InvalidSiteError, limitIssuesPerFile } from './content-issues.ts';
import { entriesOf } from './content-schema.ts';
import { toSiteFolderRows } from './desired-rows.ts';
import { omitPanelFiles } from './page-schema.ts';
import {
  type ParsedSiteFolder,
  readSiteFileIfExists,
  readSiteFolderContent,
  UnreadableFileError,
} from './read-site-folder.ts';
import { syncUneditedPageDrafts } from './sync-unedited-page-drafts.ts';
import { type ImportedRowChanges, sumTwoRowChanges, writeImportedRows } from './write-rows.ts';
import { claimHostNames, type WriteSiteRowResult, writeSiteRow } from './write-site-row.ts';

interface ImportOptions {
  /** True if the import replaces what staff have changed or deleted since, except `protectedRowConditions`. */
  shouldOverwrite?: boolean;
  /**
   * True for a dry run: the transaction is rolled back and no file is stored; the result shows what an import would do.
   */
  isDryRun?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** Reports a long wait for another import or for edits of the site; by default on standard error. */
  onLockWait?: ReportLockWait;
}

export interface ImportProgress {
  step: 'reading' | 'pictures' | 'storing' | 'writing';
  done: number;
  total: number;
}

export interface ImportResult extends ImportedRowChanges {
  siteId: number;
  name: string;
  /** Warnings about pictures that look different once they are stored. */
  warnings?: ContentIssue[];
}

/**
 * Finds the slugs of tags that staff have renamed. Search texts that an import has written contain the tags' labels
 * from the folder instead of the new labels, so these search texts must be updated.
 */
async function findSlugsOfRelabelledTags(
  tx: SiteTx,
  folderTags: readonly Pick<TagInput, 'slug' | 'label'>[],
): Promise<string[]> {
  const labels = new Map(folderTags.map(({ slug, label }) => [slug, label]));
  const stored = await tx.select({ slug: tags.slug, label: tags.label }).from(tags);
  return stored
    .filter(({ slug, label }) => labels.has(slug) && !isDeepStrictEqual(labels.get(slug), label))
    .map(({ slug }) => slug);
}

/**
 * Runs an import, and refuses it if it removes dates that have registrations, because such a removal sends no mail to
 * the participants (docs/rules.md, "Elements").
 * @throws OperatorError
 */
async function keepRegisteredSlots<T>(tx: SiteTx, runImport: () => Promise<T>): Promise<T> {
  const missingBefore = new Set((await countMissingSlots(tx)).map(({ slotId }) => slotId));
  const result = await runImport();
  const removed = (await countMissingSlots(tx)).filter(({ slotId }) => !missingBefore.has(slotId));
  if (removed.length === 0) return result;
  const dates = removed.map(
    ({ slotId, title, startsAt, registrations }) =>
      `date ${slotId} of "${title}" (${startsAt.toISOString()}, ${registrations} registered)`,
  );
  throw new OperatorError(
    `People are registered for dates that the folder no longer contains: ${dates.join(', ')}. ` +
      'Keep these dates and set the status of the element to CANCELLED: every registered visitor then receives a mail.',
  );
}

/**
 * Imports a site's folder in one transaction and, if anything has changed, notifies all storefronts. It is idempotent:
 * a second import of the same folder changes nothing.
 * @throws InvalidSiteError if the folder has issues.
 * @throws OperatorError if the database rejects the import.
 */
export async function importSite(
  { db, filesDir }: { db: Db; filesDir: string },
  dir: string,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const progress = options.onProgress ?? (() => {});
  progress({ step: 'reading', done: 0, total: 1 });
  const { folder, media, issues } = await readSiteFiles(dir, progress);
  if (!folder || issues.length > 0) throw new InvalidSiteError(dir, issues);
  const { isDryRun = false } = options;
  if (!isDryRun) await storeFiles(filesDir, [...media.values()], progress);
  const rows = toSiteFolderRows(folder, media);
  const written = await withSiteTransaction(db, folder.config.id, async (tx) => {
    await lockSite(db, tx, options.onLockWait);
    if (!isDryRun) await storeMediaFiles(tx, filesDir, [...media.values()]);
    const { shouldOverwrite = false } = options;
    const site = await writeSiteRow(tx, basename(dir), folder.config, shouldOverwrite);
    const rowChanges = await keepRegisteredSlots(tx, () =>
      writeImportedRows(tx, rows, shouldOverwrite, (done, total) => progress({ step: 'writing', done, total })),
    );
    const drafts = folder.content.files['page-drafts.json'];
    const changes = sumTwoRowChanges(rowChanges, await syncUneditedPageDrafts(tx, drafts, shouldOverwrite));
    const result = addKeptHosting(changes, site);
    await updateSearchTextsOfTags(
      tx,
      await findSlugsOfRelabelledTags(tx, entriesOf(folder.content.files, tagResourceSpec)),
    );
    await recordPriceHistory(tx);
    await queueNextPriceChange(tx);
    await contentPublicationStorefrontNotifier.queueNext(tx);
    await elementPublicationStorefrontNotifier.queueNext(tx);
    if (site.hasChanged || result.added + result.changed + result.removed > 0) await notifySiteChanged(tx);
    await claimHostNames(tx, site);
    if (isDryRun) throw await rollBack(tx, result);
    return result;
  }).catch((error: unknown) => {
    if (error instanceof DryRunRollbackError) return error.result;
    throw toImportError(dir, error);
  });
  const warnings = findPictureWarnings(media.values());
  const result = { siteId: folder.config.id, name: folder.config.name, ...written };
  return warnings.length > 0 ? { ...result, warnings } : result;
}

async function lockSite(db: Db, tx: SiteTx, report: ReportLockWait = printLockWait): Promise<void> {
  const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const waiting = { lock: 'import', waitingPid: rows[0]?.pid ?? 0, report } as const;
  await acquireReportedLock(db.$client, waiting, () => lockSiteForImport(tx));
}

const addKeptHosting = (changes: ImportedRowChanges, { kept }: WriteSiteRowResult): ImportedRowChanges => ({
  ...changes,
  kept: changes.kept + kept.length,
  keptRows: [...kept, ...changes.keptRows],
});

/** Thrown to roll back the transaction of a dry run. It contains the result of the run. */
class DryRunRollbackError extends Error {
  readonly result: ImportedRowChanges;

  constructor(result: ImportedRowChanges) {
    super('dry run');
    this.result = result;
  }
}

/**
 * Creates the error that rolls a dry run back. Deferred constraints are checked first, because a dry run never commits
 * and would not check them otherwise.
 */
async function rollBack(tx: SiteTx, result: ImportedRowChanges): Promise<DryRunRollbackError> {
  await tx.execute(sql`set constraints all immediate`);
  return new DryRunRollbackError(result);
}

/**
 * Converts the error of an import. Only the database's message is kept, because drizzle's message contains the query
 * with all rows, possibly megabytes.
 */
function toImportError(dir: string, error: unknown): OperatorError {
  if (error instanceof OperatorError) return error;
  const { message, detail } = ((error as Error).cause ?? error) as Error & { detail?: string };
  const reason = detail ? `${message} (${detail})` : message;
  return new OperatorError(`The import of ${dir} failed, and nothing of it was kept: ${reason}`, { cause: error });
}

/** Returns the issues of a site's folder, and warnings about its pictures, which do not prevent an import. */
export async function inspectSiteFolder(dir: string): Promise<{ issues: ContentIssue[]; warnings: ContentIssue[] }> {
  const { issues, media } = await readSiteFiles(dir, () => {});
  return { issues, warnings: findPictureWarnings(media.values()) };
}

/** Returns all issues of a site's folder. If there are none, only the database can prevent an import of the folder. */
export async function checkSiteFolder(dir: string): Promise<ContentIssue[]> {
  return (await readSiteFiles(dir, () => {})).issues;
}

const lossDescriptions: Record<SvgLoss, string> = {
  pictures: 'pictures in it',
  scripts: 'scripts and animations',
  styles: 'styles that cannot be presentation attributes',
  effects: 'blend modes',
  foreign_text: 'text in HTML',
  fonts: 'fonts that a device may lack',
};

/** Returns a warning for each drawing that looks different once it is sanitised. */
const findPictureWarnings = (media: Iterable<InspectedMedia>): ContentIssue[] =>
  [...media].flatMap((each) => {
    if (each.kind !== 'image' || each.losses.length === 0) return [];
    const lost = each.losses.map((loss) => lossDescriptions[loss]).join(', ');
    const reason = `loses ${lost}: export it as plain SVG, with presentation attributes and text as paths`;
    return [{ file: `media/${each.path}`, path: '', reason }];
  });

interface SiteFiles {
  folder: ParsedSiteFolder | null;
  media: Map<string, InspectedMedia>;
  issues: ContentIssue[];
}

/** Returns the strings in a value, at any depth, that are paths relative to media/. */
function findMediaPathsInValue(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string' && mediaPathPattern.test(value)) found.add(value);
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) findMediaPathsInValue(inner, found);
  return found;
}

/** Returns the paths of all PDFs below media/. Texts and menus link to them by URL, so the content does not name them. */
async function findPdfPaths(siteDir: string): Promise<string[]> {
  const names = await readdir(join(siteDir, 'media'), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((path) => isPdfPath(path) && mediaPathPattern.test(path));
}

async function readMediaFile(siteDir: string, path: string, siteId: number): Promise<InspectedMedia | ContentIssue> {
  const file = `media/${path}`;
  const bytes = await readSiteFileIfExists(siteDir, file, getMaxMediaBytes(path)).catch((error: unknown) => {
    if (error instanceof UnreadableFileError) return error;
    throw error;
  });
  if (bytes instanceof UnreadableFileError) return { file, path: '', reason: bytes.message };
  if (!bytes) return { file, path: '', reason: 'is named by the content and is missing' };
  const found = await inspectOnce(path, bytes, siteId);
  return typeof found === 'string' ? { file, path: '', reason: found } : found;
}

const maxKnownPictures = 2_000;
/** The properties of pictures whose bytes are stored as they are, by extension and hash. */
const knownPictures = new Map<string, Omit<InspectedImage, 'path' | 'bytes'>>();

/** Inspects a file, but a picture only once in this process: sites that begin as copies of one share their pictures. */
async function inspectOnce(path: string, bytes: Uint8Array, siteId: number): Promise<InspectedMedia | string> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const key = `${extname(path).toLowerCase()} ${hash}`;
  const known = knownPictures.get(key);
  if (known) return { ...known, path, bytes };
  const found = await inspectMedia(path, bytes, siteId);
  if (typeof found === 'string' || found.kind !== 'image' || found.hash !== hash) return found;
  const { path: _path, bytes: _bytes, ...properties } = found;
  if (knownPictures.size >= maxKnownPictures) knownPictures.clear();
  knownPictures.set(key, properties);
  return found;
}

const isContentIssue = (media: InspectedMedia | ContentIssue): media is ContentIssue => 'reason' in media;

async function readSiteFiles(dir: string, progress: (progress: ImportProgress) => void): Promise<SiteFiles> {
  const read = await readSiteFolderContent(dir);
  if (!read.ok) return { folder: null, media: new Map(), issues: read.issues };
  const folder = read.value;
  const issues = checkSiteContent(folder);
  const paths = findMediaPathsInValue({
    ...folder.content,
    files: omitPanelFiles(folder.content.files),
    markdown: null,
  });
  for (const text of folder.content.markdown.values())
    for (const path of findImagePathsInMarkdown(text)) paths.add(path);
  for (const path of await findPdfPaths(dir)) paths.add(path);
  const media = await readMediaFiles({ dir, siteId: folder.config.id }, [...paths].sort(), issues, progress);
  return { folder, media, issues: limitIssuesPerFile(issues) };
}

/** Reads the media files to which the content refers, and adds an issue for each unusable one. */
async function readMediaFiles(
  { dir, siteId }: { dir: string; siteId: number },
  paths: readonly string[],
  issues: ContentIssue[],
  progress: (progress: ImportProgress) => void,
): Promise<Map<string, InspectedMedia>> {
  const media = new Map<string, InspectedMedia>();
  let totalBytes = 0;
  for (const [index, path] of paths.entries()) {
    if (index >= maxSiteMediaFiles || totalBytes > maxSiteMediaBytes) {
      const reason = `has more than ${maxSiteMediaFiles} files or ${maxSiteMediaBytes} bytes`;
      issues.push({ file: 'media', path: '', reason });
      break;
    }
    const found = await readMediaFile(dir, path, siteId);
    if (isContentIssue(found)) issues.push(found);
    else {
      media.set(path, found);
      totalBytes += found.bytes.byteLength;
    }
    progress({ step: 'pictures', done: index + 1, total: paths.length });
  }
  return media;
}

/**
 * Stores the files. This happens before the transaction, because it can take minutes. If the import fails afterwards,
 * the files are harmless, because they are named after their content. If a file is deleted in the meantime, the
 * transaction stores it again.
 */
async function storeFiles(
  filesDir: string,
  media: readonly InspectedMedia[],
  progress: (progress: ImportProgress) => void,
): Promise<void> {
  for (const [index, { hash, bytes }] of media.entries()) {
    await storeFileWithKnownHash(filesDir, hash, bytes);
    progress({ step: 'storing', done: index + 1, total: media.length });
  }
}
