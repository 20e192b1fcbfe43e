import { findHtmlErrors } from '#tests/support/browser/html-errors.ts';
import { findAxeViolations } from '#tests/support/browser/page-checks.ts';
import { createRandomEmail, setSessionCookies, test, waitForMail } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, httpGet, openPage } from '#tests/support/browser/shop-test.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';

test('a visitor registers for an event by keyboard and cancels with the link of the mail', async ({ page }) => {
  const email = createRandomEmail();
  await openPage(page, chenes, '/notre-domaine/agenda');
  await page.getByRole('main').getByRole('link', { name: 'Un matin de vendanges' }).press('Enter');
  await page.waitForURL(buildShopUrl(chenes, '/notre-domaine/agenda/un-matin-de-vendanges/7'));
  const form = page.getByRole('region', { name: 'S’inscrire' });
  await expect(form).toContainText('16 places disponibles');
  await form.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(form.getByRole('radio').nth(1)).toBeChecked();
  await form.getByRole('button', { name: 'S’inscrire' }).press('Enter');
  await expect(form.getByRole('textbox', { name: 'Prénom et nom' })).toBeFocused();
  await form.getByRole('textbox', { name: 'Nombre de personnes' }).fill('3');
  await form.getByRole('combobox', { name: 'Langue de la visite' }).selectOption('en');
  await form.getByRole('textbox', { name: 'Prénom et nom' }).fill('Solène Marchadier');
  await form.getByRole('textbox', { name: 'Adresse électronique' }).fill(email);
  await expect(form).toContainText('75,00 € au total');
  await form.getByRole('button', { name: 'S’inscrire' }).press('Enter');
  await expect(form.getByRole('status')).toContainText('Vos places sont réservées');
  await form.getByRole('button', { name: 'Inscrire d’autres personnes' }).press('Enter');
  await expect(form).toContainText('13 places disponibles');

  const mail = await waitForMail(email, /Un matin de vendanges/);
  const link = /https?:\/\/\S+\/registrations\/\S+/.exec(mail.text)?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Annuler l’inscription' })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await findHtmlErrors((await httpGet(chenes, new URL(link).pathname)).text)).toEqual([]);
  await page.getByRole('button', { name: 'Annuler l’inscription' }).press('Enter');
  await expect(
    page.getByRole('main').getByRole('status').filter({ hasText: 'Votre inscription est annulée' }),
  ).toBeVisible();
});

test('an event has structured data, a calendar file and an entry in the feed', async () => {
  const path = '/come-and-see-us/events/walk-and-lunch/3';
  const { text } = await httpGet(willow, path);
  const data = /<script type="application\/ld\+json"[^>]*>([^<]*)/.exec(text)?.[1] ?? '';
  const events = (JSON.parse(data)['@graph'] as { '@type': unknown; offers?: unknown }[]).filter(
    (node) => node['@type'] === 'Event',
  );
  expect(events).toHaveLength(6);
  expect(events[0]).toMatchObject({
    startDate: '2027-05-14T09:00:00.000Z',
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'Place' },
    offers: { price: '42.00', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
  });
  const calendar = await httpGet(willow, '/calendar/events/3.ics');
  expect(calendar.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(calendar.text.match(/BEGIN:VEVENT/g)).toHaveLength(6);
  expect((await httpGet(willow, '/calendar/events/99.ics')).status).toBe(404);
  expect((await httpGet(willow, '/events.xml')).text).toContain(path);
});

test('a service for members is shown after the log-in only', async ({ page, context, shop }) => {
  const path = '/notre-domaine/services/votre-fut-au-paradis/4';
  expect((await httpGet(chenes, path)).text).not.toContain('six fûts aux membres');
  await openPage(page, chenes, path);
  await expect(page.getByRole('main').getByRole('link', { name: 'Se connecter' })).toBeVisible();
  await setSessionCookies(context, chenes, await shop.createCustomer(chenes));
  await openPage(page, chenes, path);
  await expect(page.getByRole('main')).toContainText('six fûts aux membres');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  // Chromium reports each blocked script as a policy violation.
  test.beforeEach(({ pageErrors }) => pageErrors.allow(/^failed: .*\.js csp$|status of (400|422)/));

  test('a visitor corrects and sends a registration', async ({ page }) => {
    const path = '/notre-domaine/agenda/un-matin-de-vendanges/7';
    const email = createRandomEmail();
    await page.goto(buildShopUrl(chenes, path));
    const form = page.getByRole('region', { name: 'S’inscrire' });
    await form.getByRole('radio').nth(1).check();
    await form.getByRole('textbox', { name: 'Nombre de personnes' }).fill('0');
    await form.getByRole('textbox', { name: 'Prénom et nom' }).fill('Solène Marchadier');
    await form.getByRole('textbox', { name: 'Adresse électronique' }).fill(email);
    await form.getByRole('button', { name: 'S’inscrire' }).click();
    await expect(form.getByRole('textbox', { name: 'Nombre de personnes' })).toHaveAttribute('aria-invalid', 'true');
    await expect(form.getByRole('radio').nth(1)).toBeChecked();
    await expect(form.getByRole('textbox', { name: 'Prénom et nom' })).toHaveValue('Solène Marchadier');
    await form.getByRole('textbox', { name: 'Nombre de personnes' }).fill('1');
    await form.getByRole('button', { name: 'S’inscrire' }).click();
    await expect(form.getByRole('status')).toContainText('Vos places sont réservées');
    await expect(form.getByRole('status')).toContainText(email);
    await waitForMail(email, /Un matin de vendanges/);
    await form.getByRole('link', { name: 'Inscrire d’autres personnes' }).click();
    await expect(page).toHaveURL(buildShopUrl(chenes, path));
    await expect(form.getByRole('button', { name: 'S’inscrire' })).toBeVisible();
  });
});

test('a service that was loaded is reused when a visitor opens it again', async ({ page }) => {
  await openPage(page, chenes, '/notre-domaine/services');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/service\/\d+$/.test(request.url())) calls.push(new URL(request.url()).pathname);
  });
  const open = async (name: string) => {
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name })).toBeHidden();
  };
  await open('La visite privée');
  await open('La visite privée');
  expect(calls).toEqual(['/api/service/1']);
});
