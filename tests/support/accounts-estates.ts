import { inSite } from '#server/api/database/site-transaction.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { fillEstate } from './fill-estate.ts';
import { fillShop } from './fill-shop.ts';
import { type CallOptions, type TestApi, testSecret } from './test-api.ts';
import { type ReceivedMail, testMails } from './test-mails.ts';

/** Two estates with newsletters: 40 in French, 41 in both languages. */
export async function fillTwoEstates(api: TestApi): Promise<void> {
  await fillEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes' });
  await fillEstate(api.db, api.filesDir, { id: 41, mark: 'Willow', defaultLang: 'en', languages: ['en', 'fr_FR'] });
  for (const id of [40, 41]) {
    await fillShop(api.db, id);
    await inSite(api.db, id, (tx) => tx.insert(parameters).values({ type: 'NEWSLETTER', value: true }));
  }
}

let addresses = 0;

/** A call that comes from an address of its own, as a storefront passes it on: no limit of another test counts for it. */
export const fromElsewhere = (options: CallOptions = {}): CallOptions => ({
  ...options,
  headers: {
    'x-api-secret': testSecret,
    'x-client-address': `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`,
    ...options.headers,
  },
});

let people = 0;
/** An address (fictional) that nobody else in the test has. */
export const someAddress = (): string => `somebody-${++people}@mail.example`;

export const goodPassword = 'trois merles sur le toit';

/** What a registration says where a test does not care. */
export const registration = (own: Record<string, unknown> = {}) => ({
  email: someAddress(),
  password: goodPassword,
  firstname: 'Odile',
  lastname: 'Marchand',
  phone: '+33 5 45 00 00 00',
  birthdate: '1979-03-02',
  acceptTerms: true,
  ...own,
});

/** The mails of an estate as they arrive, and the tokens in their links. */
export function mailbox(api: TestApi) {
  const mails = testMails(api);
  const received: ReceivedMail[] = [];
  return {
    /** All that somebody has got so far. */
    async of(address: string): Promise<ReceivedMail[]> {
      received.push(...(await mails.sent()));
      return received.filter(({ to }) => to.some((each) => each.toLowerCase() === address.toLowerCase()));
    },
    /** The newest link to `path` that somebody has got. */
    async linkOf(address: string, path: string): Promise<string> {
      const links = (await this.of(address)).flatMap((mail) => mail.links).filter((link) => link.includes(path));
      const link = links.at(-1);
      if (!link) throw new Error(`nobody wrote a link to ${path} to ${address}`);
      return link;
    },
    /** What that link carries. */
    async tokenOf(address: string, path: string): Promise<string> {
      return (await this.linkOf(address, path)).split('/').at(-1) ?? '';
    },
  };
}
