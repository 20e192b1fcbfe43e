import { eq, sql } from 'drizzle-orm';
import { recordPrices } from '#server/api/catalogue/price-history.ts';
import { updateSearchTexts } from '#server/api/catalogue/update-search-texts.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { storeFile } from '#server/api/media/file-store.ts';
import type { Media } from '#server/api/media/inspect-media.ts';
import { imagePathsInMarkdown } from '#server/api/media/text-image.ts';
import { OperatorError } from '#server/operator-error.ts';
import type { SiteConfig } from '#shared/site/site-config.ts';
import { checkReferences } from './check-references.ts';
import { desiredRows } from './desired-rows.ts';
import { type Fault, FaultySite } from './faults.ts';
import { isFault, mediaPathsIn, readMedia } from './read-media.ts';
import { readSiteFolder, type SiteFolder } from './read-site-folder.ts';
import { renamedTags } from './renamed-tags.ts';
import { type Written, writeRows } from './write-rows.ts';

export interface ImportOptions {
  /** Let the folder win over what staff changed or deleted since the last import. */
  overwrite?: boolean;
  onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  step: 'reading' | 'pictures' | 'storing' | 'writing';
  done: number;
  total: number;
}

export interface Imported extends Written {
  siteId: number;
  name: string;
}

/**
 * Puts what a site's folder says into the database, whole or not at all, and says so to every storefront. Safe to
 * repeat: a second import of the same folder changes nothing.
 * @throws FaultySite where the folder has faults, OperatorError where the database refuses; nothing is written then.
 */
export async function importSite(
  { db, filesDir }: { db: Db; filesDir: string },
  dir: string,
  options: ImportOptions = {},
): Promise<Imported> {
  const progress = options.onProgress ?? (() => {});
  progress({ step: 'reading', done: 0, total: 1 });
  const { folder, media, faults } = await readWhole(dir, progress);
  if (!folder || faults.length > 0) throw new FaultySite(dir, faults);
  await storeFiles(filesDir, [...media.values()], progress);
  const rows = desiredRows(folder, media);
  const written = await withSiteTransaction(db, folder.config.id, async (tx) => {
    await oneAtATime(tx);
    const isNew = await writeSite(tx, folder);
    const result = await writeRows(tx, rows, options.overwrite ?? false, (done, total) =>
      progress({ step: 'writing', done, total }),
    );
    await updateSearchTexts(tx, await renamedTags(tx, folder.content.files['tags.json']));
    await recordPrices(tx);
    if (isNew || result.added + result.changed + result.removed > 0) await notifySiteChanged(tx);
    return result;
  }).catch((error: unknown) => {
    throw importFault(dir, error);
  });
  return { siteId: folder.config.id, name: folder.config.name, ...written };
}

/** In the database's words, without the rows that were on their way: those can be megabytes. */
function importFault(dir: string, error: unknown): OperatorError {
  const { message, detail } = ((error as Error).cause ?? error) as Error & { detail?: string };
  const reason = detail ? `${message} (${detail})` : message;
  return new OperatorError(`The import of ${dir} failed, and nothing of it was kept: ${reason}`, { cause: error });
}

/** Every fault of a folder; none means that an import of it would succeed. */
export async function checkFolder(dir: string): Promise<Fault[]> {
  return (await readWhole(dir, () => {})).faults;
}

interface Whole {
  folder: SiteFolder | null;
  media: Map<string, Media>;
  faults: Fault[];
}

async function readWhole(dir: string, progress: (progress: ImportProgress) => void): Promise<Whole> {
  const read = await readSiteFolder(dir);
  if (!read.ok) return { folder: null, media: new Map(), faults: read.faults };
  const folder = read.value;
  const faults = checkReferences(folder);
  const paths = mediaPathsIn({ ...folder.content, markdown: null });
  for (const text of folder.content.markdown.values()) for (const path of imagePathsInMarkdown(text)) paths.add(path);
  const media = new Map<string, Media>();
  let done = 0;
  for (const path of [...paths].sort()) {
    const found = await readMedia(dir, path);
    if (isFault(found)) faults.push(found);
    else media.set(path, found);
    progress({ step: 'pictures', done: ++done, total: paths.size });
  }
  return { folder, media, faults };
}

/** Files are addressed by their content: those of an import that fails afterwards lie there and do no harm. */
async function storeFiles(
  filesDir: string,
  media: readonly Media[],
  progress: (progress: ImportProgress) => void,
): Promise<void> {
  for (const [index, { bytes }] of media.entries()) {
    await storeFile(filesDir, bytes);
    progress({ step: 'storing', done: index + 1, total: media.length });
  }
}

/** Any number that no other use of advisory locks in pairs has. */
const importLock = 7_302_404;

/** Two imports of one site would each take the other's rows for edits. */
const oneAtATime = (tx: SiteTx) => tx.execute(sql`select pg_advisory_xact_lock(${importLock}, ${tx.siteId})`);

const sameForAll = (languages: SiteConfig['languages'], origin: string) =>
  Object.fromEntries(languages.map((lang) => [lang, origin]));

/** What `site.json` says. Answers whether the site was not known before, or says something else now. */
async function writeSite(tx: SiteTx, { config }: SiteFolder): Promise<boolean> {
  const row = {
    name: config.name,
    hosts: config.hosts.map(({ name, lang }) => ({ name, lang: lang ?? config.defaultLang })),
    origins: typeof config.origin === 'string' ? sameForAll(config.languages, config.origin) : config.origin,
    languages: config.languages,
    defaultLang: config.defaultLang,
    timeZone: config.timeZone,
  };
  const [before] = await tx.select().from(sites).where(eq(sites.id, config.id));
  await tx
    .insert(sites)
    .values({ id: config.id, ...row })
    .onConflictDoUpdate({ target: sites.id, set: { ...row, importedAt: new Date() } });
  const [after] = await tx.select().from(sites).where(eq(sites.id, config.id));
  return JSON.stringify({ ...before, importedAt: null }) !== JSON.stringify({ ...after, importedAt: null });
}
