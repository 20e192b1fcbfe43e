import type { Locator, Page } from '@playwright/test';
import type { TestHost } from '#tests/support/fixtures/estates.ts';
import { expect } from './shop-test.ts';

/** Returns the accessible names of the checkout's controls in the language of a host. */
const labelsOf = (host: TestHost) => (host.lang === 'fr-FR' ? french : english);

const french = {
  firstname: 'Prénom',
  lastname: /^Nom/,
  email: 'Adresse électronique',
  privacyNotice: /^Je reconnais avoir lu/,
  guest: /^Commander sans compte/,
  newCustomer: /^Je suis nouveau client/,
  existingCustomer: 'J’ai un compte',
  createAccount: 'Créer mon compte',
  accountCreated: 'Presque fini',
  activateAccount: 'Ouvrir mon compte',
  logIn: 'Se connecter',
  postcode: 'Code postal',
  city: 'Ville',
  street: 'Numéro et rue',
  country: 'Pays',
  phone: /^Téléphone/,
  homeDelivery: /^Livraison à domicile/,
  pickupPoint: /^Point relais/,
  clickAndCollect: /^Retrait au domaine/,
  bankTransfer: /^Virement/,
  payAtCollection: /^Au retrait/,
  confirmAge: /^J’ai dix-huit ans/,
  acceptTerms: /^J’ai lu les/,
  placeOrder: 'Commander avec obligation de paiement',
  orderPlaced: 'Merci pour votre commande',
  carrier: /^Livraison Chez vous/,
  viewOrder: /^Voir la commande/,
  orderAgain: 'Commander à nouveau',
  viewCart: 'Voir le panier',
  addToCart: 'Ajouter au panier',
  checkOut: 'Commander',
};

const english: { [label in keyof typeof french]: string | RegExp } = {
  firstname: 'First name',
  lastname: 'Last name',
  email: 'E-mail address',
  privacyNotice: /^I acknowledge/,
  guest: /^Continue as a guest/,
  newCustomer: /^I am new here/,
  existingCustomer: 'I have an account',
  createAccount: 'Create my account',
  accountCreated: 'Nearly there',
  activateAccount: 'Open my account',
  logIn: 'Log in',
  postcode: 'Postcode',
  city: 'Town',
  street: 'Number and street',
  country: 'Country',
  phone: /^Telephone/,
  homeDelivery: /^Home delivery/,
  pickupPoint: /^Relay point/,
  clickAndCollect: /^Collect at the estate/,
  bankTransfer: /^Bank transfer/,
  payAtCollection: /^At the cellar door/,
  confirmAge: /^I am eighteen/,
  acceptTerms: /^I have read/,
  placeOrder: 'Order with obligation to pay',
  orderPlaced: 'Thank you for your order',
  carrier: /^Delivery To your door/,
  viewOrder: /^See the order/,
  orderAgain: 'Order the same again',
  viewCart: 'See the cart',
  addToCart: 'Add to cart',
  checkOut: 'Order',
};

/** Creates the Playwright page object of the checkout. */
export function createCheckoutPageObject(page: Page, host: TestHost) {
  const labels = labelsOf(host);
  const main = page.getByRole('main');
  const textbox = (name: string | RegExp): Locator => main.getByRole('textbox', { name });
  const radio = (name: string | RegExp): Locator => main.getByRole('radio', { name });
  const checkbox = (name: string | RegExp): Locator => main.getByRole('checkbox', { name });
  const orderButton = main.getByRole('button', { name: labels.placeOrder });
  return {
    labels,
    main,
    textbox,
    radio,
    checkbox,
    /** The postcode field is a combobox, because it suggests towns for French postcodes. */
    postcode: main.getByRole('combobox', { name: labels.postcode }),
    city: textbox(labels.city),
    orderButton,
    async confirmAgeAndTerms(): Promise<void> {
      await checkbox(labels.confirmAge).check();
      await checkbox(labels.acceptTerms).check();
    },
    /** Fills in everything that home delivery to an existing customer needs, except age and terms. */
    async fillDelivery({ postcode = '16100', city = 'Cognac' } = {}): Promise<void> {
      await textbox(labels.street).fill('3 rue du Port');
      await main.getByRole('combobox', { name: labels.postcode }).fill(postcode);
      await textbox(labels.city).fill(city);
      await radio(labels.homeDelivery).check();
      await radio(labels.bankTransfer).check();
    },
    /** Waits until the order is placed and returns its number. */
    async waitForOrderNumber(): Promise<string> {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(labels.orderPlaced, { timeout: 30_000 });
      const confirmation = main.getByRole('status').filter({ hasText: /\d{4}-\d{5}/ });
      return /\d{4}-\d{5}/.exec((await confirmation.textContent()) ?? '')?.[0] ?? '';
    },
  };
}
