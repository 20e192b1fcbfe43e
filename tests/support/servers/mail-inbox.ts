import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { type FakeSmtpServer, startFakeSmtpServer } from './fake-smtp-server.ts';

/** A mail as it came in. */
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

/** A mail server for a whole run, which tests in other processes can ask for what came in. */
export async function startMailInbox() {
  const catcher = await startFakeSmtpServer();
  const counter = createServer((asked, answer) => {
    const to = new URL(asked.url ?? '/', 'http://counter').searchParams.get('to') ?? '';
    const mails = catcher.receivedMails.filter((mail) => mail.to.includes(to)).map(serializeMail);
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(mails));
  });
  await new Promise<void>((resolve) => counter.listen(0, '127.0.0.1', resolve));
  return {
    smtpUrl: catcher.url,
    /** Where `mailsTo` asks. */
    counterUrl: `http://127.0.0.1:${(counter.address() as AddressInfo).port}/`,
    close: async () => {
      counter.closeAllConnections();
      await new Promise((resolve) => counter.close(resolve));
      await catcher.close();
    },
  };
}

/** Everything that the shop has sent to an address so far, in order. */
export async function mailsTo(address: string): Promise<InboxMail[]> {
  const counter = process.env.SHOP_MAILS;
  if (!counter) throw new Error('SHOP_MAILS is not set: the shop did not start');
  const { body } = await request(`${counter}?to=${encodeURIComponent(address)}`);
  return ((await body.json()) as SerializedMail[]).map(deserializeMail);
}
