import { beforeAll, expect, test } from 'vitest';
import { inSite } from '#server/api/database/site-transaction.ts';
import { type OutgoingMail, queueMail } from '#server/api/jobs/queue-mail.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { fillEstate } from '#tests/support/fill-estate.ts';
import { type TestApi, testApi } from '#tests/support/test-api.ts';
import { type TestMails, testMails } from '#tests/support/test-mails.ts';

let api: TestApi;
let mails: TestMails;

beforeAll(async () => {
  api = await testApi();
  mails = testMails(api);
  await fillEstate(api.db, api.filesDir, { id: 40, mark: 'Bellevue' });
  await inSite(api.db, 40, (tx) =>
    tx.insert(parameters).values([
      { type: 'COMPANY_EMAIL', value: 'bonjour@bellevue.example' },
      { type: 'COMPANY_PHONE', value: { fr_FR: '05 00 00 00 01', en: '+33 5 00 00 00 01' } },
      { type: 'HEAD_OFFICE', value: '1 rue des Vignes, 16100 Cognac' },
    ]),
  );
});

const mail = (more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  kind: 'test',
  to: 'anne@customer.example',
  lang: 'fr_FR',
  subject: 'Votre commande n° 40-12',
  blocks: [{ kind: 'text', text: 'Bonjour Anne' }],
  ...more,
});
const queue = (more?: Partial<OutgoingMail>, site = 40) => inSite(api.db, site, (tx) => queueMail(tx, mail(more)));

test('a mail is sent once its transaction has committed', async () => {
  await queue();
  const [received, ...others] = await mails.sent();
  expect(others).toEqual([]);
  expect(received).toMatchObject({
    site: 40,
    from: 'Bellevue <bonjour@bellevue.example>',
    to: ['anne@customer.example'],
    subject: 'Votre commande n° 40-12',
    headers: { 'auto-submitted': 'auto-generated' },
  });
  expect(received?.text).toContain('Bonjour Anne');
  expect(received?.html).toContain('Bonjour Anne');
  expect(await mails.sent()).toEqual([]);
});
