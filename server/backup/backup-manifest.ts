import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '#server/operator-error.ts';

/** Version of the backup format. Raise it when earlier versions of the code can no longer restore a backup. */
export const backupFormatVersion = 1;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

/** A relative path without `..`, so that restoring a manipulated backup cannot write to another folder. */
const RelativePath = z
  .string()
  .regex(/^[^/\\\0]+(\/[^/\\\0]+)*$/)
  .refine((path) => !path.split('/').some((part) => part === '.' || part === '..'));

const SiteBackupEntry = z.object({
  id: z.int().min(1),
  folder: z.string().nullable(),
  name: z.string(),
  rows: z.record(z.string(), count),
  jobs: count,
  /** Hashes of the files to which the site refers. */
  files: z.array(Hash),
  /** SHA-256 of the compressed dump, in hexadecimal. */
  sha256: Hash,
});
export type SiteBackupEntry = z.infer<typeof SiteBackupEntry>;

const SiteFolderBackupEntry = z.object({
  folder: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  files: z.array(z.object({ path: RelativePath, bytes: count, sha256: Hash })),
});
export type SiteFolderBackupEntry = z.infer<typeof SiteFolderBackupEntry>;

/** The content of `manifest.json`, which is written last: a folder without it is not a complete backup. */
export const BackupManifest = z.object({
  format: z.literal(backupFormatVersion),
  createdAt: z.iso.datetime(),
  /** Creation times of the migrations that the database had applied. They identify the version of its schema. */
  migrations: z.array(z.int()).min(1),
  sites: z.array(SiteBackupEntry),
  /** Last values of the sequences from which ids are assigned. */
  sequences: z.record(z.string(), count),
  /** Pictures and other media files by SHA-256, with their sizes in bytes. */
  files: z.array(z.object({ hash: Hash, bytes: count })),
  /** Hashes of files to which the database refers and that were missing or damaged when the backup was made. */
  missingFiles: z.array(Hash),
  siteFolders: z.array(SiteFolderBackupEntry),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

export const getBackupManifestPath = (dir: string): string => join(dir, 'manifest.json');
export const getSiteDumpPath = (dir: string, siteId: number): string => join(dir, 'sites', `${siteId}.copy.gz`);
export const getBackupFilesDir = (dir: string): string => join(dir, 'files');
export const getBackupSiteFolderPath = (dir: string, folder: string): string => join(dir, 'site-folders', folder);

/** Reads the manifest of a backup. @throws OperatorError if the folder has no manifest of a known format. */
export async function readBackupManifest(dir: string): Promise<BackupManifest> {
  const text = await readFile(getBackupManifestPath(dir), 'utf8').catch((cause: unknown) => {
    throw new OperatorError(`${dir} is not a complete backup: it has no readable manifest.json.`, {
      exitCode: 66,
      cause,
    });
  });
  const parsed = BackupManifest.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new OperatorError(
    `${getBackupManifestPath(dir)} is damaged or of another version of Cuvée:\n${z.prettifyError(parsed.error)}`,
    { exitCode: 65 },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
