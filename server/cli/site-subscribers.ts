import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { exportSubscribersAsCsv } from '#server/api/newsletter/export-subscribers.ts';
import { readNewsletterLists } from '#server/api/newsletter/newsletter-repository.ts';
import { type OpenedDatabase, openDatabase } from '#server/api/open-database.ts';
import { readServerConfig } from '#server/config.ts';
import { OperatorError } from '#server/operator-error.ts';
import { parseCommandArguments } from './command-line.ts';
import { readStoredSiteRows, requireStoredSite } from './stored-sites.ts';

const usageText = 'npm run site -- subscribers <name|id> [--list <id>] > subscribers.csv';

export async function runSiteSubscribersExport(args: string[]): Promise<number> {
  const { values, positionals } = parseCommandArguments({
    args,
    allowPositionals: true,
    options: { list: { type: 'string' } },
  });
  const [name] = positionals;
  if (!name || positionals.length > 1 || !/^\d{0,9}$/.test(values.list ?? ''))
    throw new OperatorError(usageText, { exitCode: 64 });
  const database = await openDatabase(readServerConfig(process.env, 'command'), {
    clientKind: 'command',
    purpose: 'site subscribers',
    poolSize: 2,
  });
  try {
    const { id } = requireStoredSite(await readStoredSiteRows(database), name);
    const listId = values.list === undefined ? null : Number(values.list);
    if (listId !== null) await requireList(database, id, listId);
    await printSubscribers(database, id, listId);
  } finally {
    await database.close();
  }
  return 0;
}

async function requireList({ db }: OpenedDatabase, siteId: number, listId: number): Promise<void> {
  const lists = await withSiteTransaction(db, siteId, readNewsletterLists);
  if (lists.some(({ id }) => id === listId)) return;
  const known = lists.map(({ id }) => id).join(', ');
  throw new OperatorError(`The site has no newsletter ${listId}. It has: ${known || 'none'}.`, { exitCode: 66 });
}

async function printSubscribers({ db }: OpenedDatabase, siteId: number, listId: number | null): Promise<void> {
  const [site] = await withSiteTransaction(db, siteId, (tx) =>
    tx.select({ lang: sites.defaultLang, origins: sites.origins }).from(sites).where(eq(sites.id, siteId)),
  );
  if (!site) throw new Error(`there is no site ${siteId}`);
  const { lang, origins } = site;
  const options = { siteId, listId, lang, origin: origins[lang] ?? '' };
  // Pauses while the reader of standard output, such as a pager, is slower than the export.
  for await (const part of exportSubscribersAsCsv(db, options))
    if (!process.stdout.write(part)) await once(process.stdout, 'drain');
}
