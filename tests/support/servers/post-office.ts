import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { type SmtpCatcher, smtpCatcher } from './smtp-catcher.ts';

/** A mail as it came in. */
export type Mail = SmtpCatcher['mails'][number];

type TravellingMail = Omit<Mail, 'attachments'> & {
  attachments: { filename: string; type: string; content: string }[];
};

const travelling = (mail: Mail): TravellingMail => ({
  ...mail,
  attachments: mail.attachments.map(({ content, ...file }) => ({ ...file, content: content.toString('base64') })),
});

const arrived = (mail: TravellingMail): Mail => ({
  ...mail,
  attachments: mail.attachments.map(({ content, ...file }) => ({ ...file, content: Buffer.from(content, 'base64') })),
});

/** A mail server for a whole run, which tests in other processes can ask for what came in. */
export async function openPostOffice() {
  const catcher = await smtpCatcher();
  const counter = createServer((asked, answer) => {
    const to = new URL(asked.url ?? '/', 'http://counter').searchParams.get('to') ?? '';
    const mails = catcher.mails.filter((mail) => mail.to.includes(to)).map(travelling);
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
export async function mailsTo(address: string): Promise<Mail[]> {
  const counter = process.env.SHOP_MAILS;
  if (!counter) throw new Error('SHOP_MAILS is not set: the shop did not start');
  const { body } = await request(`${counter}?to=${encodeURIComponent(address)}`);
  return ((await body.json()) as TravellingMail[]).map(arrived);
}
