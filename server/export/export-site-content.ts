import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { editableResources } from '#server/api/api-resources.ts';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { toStoredFilePath } from '#server/api/media/file-store.ts';
import type { ItemInput } from '#server/api/resources/resource.ts';
import { buildContentFilesExceptItemFiles, type ListExportedItems } from './content-files.ts';
import { buildExportedDraftFiles } from './draft-files.ts';
import type { ExportedFile } from './exported-file.ts';
import { readExportedMedia } from './exported-media.ts';
import { toItemFiles } from './item-files.ts';
import { omitArchivedProductReferences } from './omit-archived-product-references.ts';
import { buildExportedProductFiles } from './product-files.ts';
import { readUnarchivedItems } from './read-unarchived-items.ts';

/**
 * Writes the content and media of a site to a folder in the format of the import. Secrets of external
 * applications are not written; `writeExportedSiteConfig` writes `site.json`.
 * @returns The number of files.
 */
export async function exportSiteContent(
  { db, filesDir }: { db: Db; filesDir: string },
  siteId: number,
  dir: string,
): Promise<number> {
  const files = await withSiteTransaction(db, siteId, listSiteFiles);
  for (const file of files) await writeSiteFile(filesDir, dir, file);
  return files.length;
}

async function listSiteFiles(tx: SiteTx): Promise<ExportedFile[]> {
  const stored = new Map<string, ItemInput[]>();
  for (const resource of editableResources) stored.set(resource.name, await readUnarchivedItems(tx, resource));
  const items = omitArchivedProductReferences(stored);
  // The items under the name of a resource are valid inputs of that resource, which the type of the map cannot express.
  const read: ListExportedItems = <Input>({ name }: { name: string }) => (items.get(name) ?? []) as unknown as Input[];
  const media = await readExportedMedia(tx);
  return [
    ...media.files,
    ...buildContentFilesExceptItemFiles(read, media),
    ...toItemFiles(read, media),
    ...(await buildExportedProductFiles(tx, read, media)),
    ...(await buildExportedDraftFiles(tx)),
  ];
}

async function writeSiteFile(filesDir: string, dir: string, file: ExportedFile): Promise<void> {
  const path = join(dir, file.path);
  await mkdir(dirname(path), { recursive: true });
  if ('text' in file) await writeFile(path, file.text);
  else await copyFile(toStoredFilePath(filesDir, file.hash), path);
}
