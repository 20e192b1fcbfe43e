import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { type FakeSmtpServer, startFakeSmtpServer } from './fake-smtp-server.ts';

export type InboxMail = FakeSmtpServer['receivedMails'][number];

type SerializedMail = Omit<InboxMail, 'attachments'> & {
  attachments: { filename: string; type: string; content: string }[];
};

const serializeMail = (mail: InboxMail): SerializedMail => ({
  ...mail,
  attachments: mail.attachments.map(({ content, ...file }) => ({ ...file, content: content.toString('base64') })),
});

const deserializeMail = (mail: SerializedMail): InboxMail => ({
  ...mail,
  attachments: mail.attachments.map(({ content, ...file }) => ({ ...file, content: Buffer.from(content, 'base64') })),
});

/** Starts an SMTP server whose received mails can be read over HTTP by tests in other processes. */
export async function startMailInbox() {
  const smtp = await startFakeSmtpServer();
  const api = createServer((request, response) => {
    const to = new URL(request.url ?? '/', 'http://inbox').searchParams.get('to') ?? '';
    const mails = smtp.receivedMails.filter((mail) => mail.to.includes(to)).map(serializeMail);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(mails));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  return {
    smtpUrl: smtp.url,
    /** URL from which `findMailsTo` reads the received mails. */
    url: `http://127.0.0.1:${(api.address() as AddressInfo).port}/`,
    close: async () => {
      api.closeAllConnections();
      await new Promise((resolve) => api.close(resolve));
      await smtp.close();
    },
  };
}

/** Finds all mails that the server has sent to an address, oldest first. */
export async function findMailsTo(address: string): Promise<InboxMail[]> {
  const inboxUrl = process.env.SHOP_MAILS;
  if (!inboxUrl) throw new Error('SHOP_MAILS is not set, because the server did not start');
  const { body } = await request(`${inboxUrl}?to=${encodeURIComponent(address)}`);
  return ((await body.json()) as SerializedMail[]).map(deserializeMail);
}
