import { runSql, type SiteTx } from '#server/api/database/site-transaction.ts';
import { getTableShape, toColumnValues } from '#server/api/database/table-rows.ts';
import { queueJob } from '#server/api/jobs/queue-job.ts';
import { type MailBranding, readMailBranding } from '#server/api/site/site.ts';
import type { Lang } from '#shared/languages.ts';
import { describeDeliveryFailure } from './delivery-error.ts';
import { requireValidMailAddress } from './mail-address.ts';
import { createMailTexts, type MailContent } from './mail-content.ts';
import { mails } from './mail-tables.ts';
import { addressMail, type RenderedMail, renderBrandedMail } from './render-mail.ts';

async function insertMail(tx: SiteTx, mail: Omit<typeof mails.$inferInsert, 'id' | 'siteId'>): Promise<number> {
  const [row] = await tx.insert(mails).values(mail).returning({ id: mails.id });
  if (!row) throw new Error('insert of a mail returned no row');
  return row.id;
}

/** Name of the task that sends the mail whose id is in the task's payload. */
export const sendMailTaskName = 'send-mail';

/** Name of the task that logs that the mail whose id is in the task's payload could not be rendered. */
export const reportMailTaskName = 'report-unrendered-mail';

/** Maximum length of an email address (RFC 5321), also of an invalid one that is stored with a mail. */
const maxAddressLength = 320;

/**
 * Renders a mail with the estate's branding and queues it. A job sends it once the transaction has committed. A mail
 * that cannot be rendered, for example because COMPANY_EMAIL is no address, never fails the order or registration that
 * causes it: it is stored as FAILED with the reason and its content, so that staff can retry it.
 */
export async function queueMail(tx: SiteTx, mail: MailContent): Promise<number> {
  // The branding is read outside of the rendering, because an error of the database must not be taken for one of the
  // mail.
  const rendered = renderMailToRow(mail, await readMailBranding(tx, mail.lang));
  const id = await insertMail(tx, {
    kind: mail.kind,
    orderId: mail.orderId ?? null,
    attachments: [...(mail.attachments ?? [])],
    isSecret: mail.isSecret ?? false,
    unsubscribeUrl: mail.unsubscribeUrl ?? null,
    ...rendered,
  });
  await queueJob(tx, rendered.state === 'QUEUED' ? sendMailTaskName : reportMailTaskName, { mail: id });
  return id;
}

/** Name of the task that renders and sends the mails whose ids are in the task's payload. */
export const sendMailsTaskName = 'send-mails';

const queuedColumns = [
  'kind',
  'order_id',
  'recipient',
  'sender',
  'reply_to',
  'subject',
  'html',
  'text',
  'attachments',
  'is_secret',
  'unsubscribe_url',
  'state',
  'last_error',
  'draft',
];

const queueMailsSql = `
  with queued as (
    insert into mails (${queuedColumns}) select ${queuedColumns} from jsonb_populate_recordset(null::mails, $1::jsonb)
    returning id, state
  ), jobs as (
    select $2::text as task, jsonb_build_object('mails', jsonb_agg(id order by id)) as payload
      from queued where state = 'QUEUED' having count(*) > 0
    union all
    select $3::text, jsonb_build_object('mail', id) from queued where state <> 'QUEUED'
  )
  select queue_job(task, payload, to_timestamp(0)) from jobs`;

/**
 * Queues mails that one job renders and sends once the transaction has committed. Their addresses are checked now: a
 * mail that has no valid one is stored as FAILED, as `queueMail` does. Does not wait for the statement: if it fails, the
 * transaction cannot commit.
 */
export async function queueMails(tx: SiteTx, contents: readonly MailContent[]): Promise<void> {
  if (contents.length === 0) return;
  const rows = [];
  for (const mail of contents) {
    const branding = await readMailBranding(tx, mail.lang);
    const addressed = toMailRow(mail, () => ({ ...addressMail(mail, branding), html: '', text: '', draft: mail }));
    rows.push(
      toColumnValues(mailShape, {
        kind: mail.kind,
        orderId: mail.orderId ?? null,
        attachments: mail.attachments ?? [],
        isSecret: mail.isSecret ?? false,
        unsubscribeUrl: mail.unsubscribeUrl ?? null,
        ...addressed,
      }),
    );
  }
  runSql(tx, queueMailsSql, [JSON.stringify(rows), sendMailsTaskName, reportMailTaskName]).catch(() => {});
}

const mailShape = getTableShape(mails);

type RenderedFields =
  | 'recipient'
  | 'sender'
  | 'replyTo'
  | 'subject'
  | 'html'
  | 'text'
  | 'state'
  | 'draft'
  | 'lastError';

/** Renders a mail to the columns of its row: those of a mail to send, or of one that failed. */
export const renderMailToRow = (
  mail: MailContent,
  branding: MailBranding,
): Pick<typeof mails.$inferInsert, RenderedFields> =>
  toMailRow(mail, () => ({ ...renderBrandedMail(mail, branding), draft: null }));

function toMailRow(
  mail: MailContent,
  render: () => RenderedMail & { draft: MailContent | null },
): Pick<typeof mails.$inferInsert, RenderedFields> {
  const { to, replyTo } = mail;
  try {
    return {
      ...render(),
      replyTo: replyTo === undefined ? null : requireValidMailAddress(replyTo),
      state: 'QUEUED',
      lastError: '',
    };
  } catch (error) {
    return {
      recipient: to === 'estate' ? '' : to.slice(0, maxAddressLength),
      sender: '',
      replyTo: replyTo?.slice(0, maxAddressLength) ?? null,
      subject: mail.subject,
      html: '',
      text: '',
      state: 'FAILED',
      draft: mail,
      lastError: describeDeliveryFailure(error),
    };
  }
}

/**
 * Queues the mail that informs an estate that the limit of its mails is reached and that further messages or
 * registrations of this hour are stored without a mail.
 */
export async function queueMailLimitReachedMail(
  tx: SiteTx,
  source: 'forms' | 'registrations',
  { lang, timeZone }: { lang: Lang; timeZone: string },
): Promise<void> {
  const { t } = createMailTexts(lang, timeZone);
  await queueMail(tx, {
    kind: `${source}-overflow`,
    to: 'estate',
    lang,
    subject: t(`overflow.${source}.subject`),
    blocks: [{ kind: 'text', text: t(`overflow.${source}.text`) }],
  });
}
