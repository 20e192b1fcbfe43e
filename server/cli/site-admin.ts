import { eq } from 'drizzle-orm';
import { createOrReplaceStaffInvitation } from '#server/api/accounts/accounts.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { type OpenedDatabase, openDatabase } from '#server/api/open-database.ts';
import { readServerConfig } from '#server/config.ts';
import { OperatorError } from '#server/operator-error.ts';
import { Email } from '#shared/accounts/account-fields.ts';
import { type StaffRole, staffRoleLiterals } from '#shared/accounts/roles.ts';
import { buildStaffInvitationPath } from '#shared/admin/invitation-path.ts';
import { parseCommandArguments } from './command-line.ts';
import { readStoredSiteRows, requireStoredSite } from './stored-sites.ts';

const usageText = `npm run site -- admin <name|id> --email <address> [--role ${staffRoleLiterals.join('|')}]`;

/** The database contains only the hash of the link's token. */
export async function runSiteInviteAdmin(args: string[]): Promise<number> {
  const { values, positionals } = parseCommandArguments({
    args,
    allowPositionals: true,
    options: { email: { type: 'string' }, role: { type: 'string', default: 'SUPER_ADMIN' } },
  });
  const [name] = positionals;
  const email = Email.safeParse(values.email);
  const role = staffRoleLiterals.find((candidate) => candidate === values.role);
  if (!name || positionals.length > 1 || !email.success || !role) throw new OperatorError(usageText, { exitCode: 64 });
  const database = await openDatabase(readServerConfig(process.env, 'command'), {
    clientKind: 'command',
    purpose: 'site admin',
    poolSize: 2,
  });
  try {
    const { id } = requireStoredSite(await readStoredSiteRows(database), name);
    const link = await invite(database, id, email.data, role);
    process.stdout.write(`${link}\nThe link works once, within seven days. It must reach ${email.data} only.\n`);
  } finally {
    await database.close();
  }
  return 0;
}

async function invite({ db }: OpenedDatabase, siteId: number, email: string, role: StaffRole): Promise<string> {
  const [site] = await db.select().from(sites).where(eq(sites.id, siteId));
  if (!site) throw new Error(`there is no site ${siteId}`);
  const invitation = { email: email.toLowerCase(), role, invitedBy: null };
  const token = await withSiteTransaction(db, siteId, (tx) => createOrReplaceStaffInvitation(tx, invitation));
  return `${site.origins[site.defaultLang] ?? ''}${buildStaffInvitationPath(token)}`;
}
