import type { Locator, Page } from '@playwright/test';
import type { Host } from '#tests/support/fixtures/estates.ts';
import { expect } from './shop-test.ts';

/** What the checkout calls things, in the two languages. */
export const wordsOf = (host: Host) => (host.lang === 'fr-FR' ? french : english);

const french = {
  ...{ firstname: 'Prénom', lastname: /^Nom/, email: 'Adresse électronique', terms: /^Je reconnais avoir pris/ },
  ...{ newHere: /^Je suis nouveau client/, known: 'J’ai un compte', create: 'Créer mon compte' },
  ...{ created: 'Presque fini', activate: 'Ouvrir mon compte', logIn: 'Se connecter' },
  ...{ postcode: 'Code postal', city: 'Ville', street: 'Numéro et rue', country: 'Pays', phone: /^Téléphone/ },
  ...{ door: /^Livraison à domicile/, relay: /^Point relais/, collect: /^Retrait au domaine/ },
  ...{ transfer: /^Virement/, atPickup: /^Au retrait/, age: /^J’ai dix-huit ans/, accept: /^J’ai lu les/ },
  ...{ order: 'Commander avec obligation de paiement', done: 'Merci pour votre commande' },
  ...{ delivery: /^Livraison Chez vous/, inAccount: /^Voir la commande/, again: 'Commander à nouveau' },
  ...{ toCart: 'Voir le panier', add: 'Ajouter au panier', go: 'Commander', checkout: 'Votre commande' },
};

const english: { [word in keyof typeof french]: string | RegExp } = {
  ...{ firstname: 'First name', lastname: 'Last name', email: 'E-mail address', terms: /^I acknowledge/ },
  ...{ newHere: /^I am new here/, known: 'I have an account', create: 'Create my account' },
  ...{ created: 'Nearly there', activate: 'Open my account', logIn: 'Log in' },
  ...{ postcode: 'Postcode', city: 'Town', street: 'Number and street', country: 'Country', phone: /^Telephone/ },
  ...{ door: /^Home delivery/, relay: /^Relay point/, collect: /^Collect at the estate/ },
  ...{ transfer: /^Bank transfer/, atPickup: /^At the cellar door/, age: /^I am eighteen/, accept: /^I have read/ },
  ...{ order: 'Order with obligation to pay', done: 'Thank you for your order' },
  ...{ delivery: /^Delivery To your door/, inAccount: /^See the order/, again: 'Order the same again' },
  ...{ toCart: 'See the cart', add: 'Add to cart', go: 'Order', checkout: 'Your order' },
};

/** The checkout as a test fills it in. */
export function checkoutOn(page: Page, host: Host) {
  const words = wordsOf(host);
  const main = page.getByRole('main');
  const text = (name: string | RegExp): Locator => main.getByRole('textbox', { name });
  const radio = (name: string | RegExp): Locator => main.getByRole('radio', { name });
  const check = (name: string | RegExp): Locator => main.getByRole('checkbox', { name });
  const orderButton = main.getByRole('button', { name: words.order });
  return {
    words,
    main,
    text,
    radio,
    check,
    /** A field of French postcodes suggests towns. */
    postcode: main.getByRole('combobox', { name: words.postcode }),
    city: text(words.city),
    orderButton,
    /** The last thing before the button. */
    async confirm(): Promise<void> {
      await check(words.age).check();
      await check(words.accept).check();
    },
    /** Everything that an order to the door of a known customer needs, but for age and terms. */
    async fillIn({ postcode = '16100', city = 'Cognac' } = {}): Promise<void> {
      await text(words.street).fill('3 rue du Port');
      await main.getByRole('combobox', { name: words.postcode }).fill(postcode);
      await text(words.city).fill(city);
      await radio(words.door).check();
      await radio(words.transfer).check();
    },
    /** The order is placed: answers its number and the address of its page. */
    async placed(): Promise<string> {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.done, { timeout: 30_000 });
      const lead = main.getByRole('status').filter({ hasText: /\d{4}-\d{5}/ });
      return /\d{4}-\d{5}/.exec((await lead.textContent()) ?? '')?.[0] ?? '';
    },
  };
}
