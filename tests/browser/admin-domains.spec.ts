import type { Page } from '@playwright/test';
import { createScreenOpener } from '#tests/support/browser/admin-screens.ts';
import { describeHorizontalOverflow, findAxeViolations } from '#tests/support/browser/page-checks.ts';
import { checkDialog } from '#tests/support/browser/panel-dialogs.ts';
import { setSessionCookies, test } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect, httpGet } from '#tests/support/browser/shop-test.ts';
import { chenes, willow } from '#tests/support/fixtures/estates.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a super administrator adds a domain, makes it the main one and removes it again', async ({
  context,
  page,
  pageErrors,
  shop,
}, { retry }) => {
  test.setTimeout(120_000);
  const former = 'domaine-des-chenes.example';
  // A first attempt that fails may leave its domain behind.
  const added = `r${retry}.xn--chteau-neuf-x7a.example`;
  const visit = async (name: string) => {
    const { status, headers } = await httpGet({ name }, '/contact');
    return [status, headers.location];
  };
  const expectWithinSecond = (name: string, answer: unknown[]) =>
    expect.poll(() => visit(name), { timeout: 1_000 }).toEqual(answer);
  const rowOf = (name: string) =>
    page.getByRole('listitem').filter({ hasText: new RegExp(`^${name.replaceAll('.', '\\.')}`) });
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

  await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'SUPER_ADMIN' }));
  await page.goto(buildShopUrl(chenes, '/admin/domain'));
  expect(await visit(added)).toEqual([421, undefined]);
  await page.getByRole('textbox', { name: 'Domaine' }).fill('unproven.example');
  pageErrors.allow(/^status 409: .*\/api\/admin\/domain$/);
  await page.getByRole('button', { name: 'Ajouter le domaine' }).click();
  await expect(page.getByRole('textbox', { name: 'Nom de l’enregistrement TXT' })).toHaveValue(
    '_cuvee-verification.unproven.example',
  );
  await expect(page.getByRole('textbox', { name: 'Valeur de l’enregistrement TXT' })).toHaveValue(
    /^cuvee-site-verification=/,
  );
  await expect(page.getByRole('button', { name: 'Vérifier de nouveau' })).toBeEnabled();
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await describeHorizontalOverflow(page)).toBe('');

  await page.getByRole('textbox', { name: 'Domaine' }).fill(`R${retry}.Château-Neuf.example`);
  await page.getByRole('button', { name: 'Ajouter le domaine' }).click();
  await expect(rowOf(added)).toContainText(`Mène à ${former}`);
  await expectWithinSecond(added, [308, `https://${former}/contact`]);
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await describeHorizontalOverflow(page)).toBe('');

  await rowOf(added).getByRole('button', { name: 'En faire le domaine principal' }).click();
  await expect(page.getByRole('dialog')).toContainText('plus personne n’atteindra');
  await confirm('En faire le domaine principal');
  await expect(rowOf(added)).toContainText('Domaine principal');
  await expectWithinSecond(added, [200, undefined]);
  await expectWithinSecond(former, [308, `https://${added}/contact`]);
  expect((await httpGet({ name: added }, '/')).text).toContain('Domaine des Chênes');

  await rowOf(former).getByRole('button', { name: 'En faire le domaine principal' }).click();
  await confirm('En faire le domaine principal');
  await expectWithinSecond(former, [200, undefined]);
  await rowOf(added).getByRole('button', { name: 'Retirer' }).click();
  await confirm('Retirer');
  await expect(page.getByText(added, { exact: true })).toBeHidden();
  await expectWithinSecond(added, [421, undefined]);

  const revertToImport = (at: Page) => at.getByRole('button', { name: 'Rendre à l’importation' });
  await checkDialog(page, createScreenOpener(page), { path: '/domain', opener: revertToImport });
});

test('the go-live board names the missing records of a mail domain and explains them', async ({
  context,
  page,
  shop,
}) => {
  await setSessionCookies(context, willow, await shop.createCustomer(willow, { role: 'ADMIN' }));
  await page.goto(buildShopUrl(willow, '/admin/go-live'));
  const task = page.getByRole('listitem').filter({ hasText: 'Domain of your e-mails' });
  await expect(task).toContainText('has no MX record');
  await expect(task).toContainText('has no SPF record');
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await describeHorizontalOverflow(page)).toBe('');
  await task.getByRole('button').scrollIntoViewIfNeeded();
  await expect(task.getByRole('button')).toBeInViewport({ ratio: 1 });
  await task.getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'E-mails of your domain' })).toBeVisible();
});
