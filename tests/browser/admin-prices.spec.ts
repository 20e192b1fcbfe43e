import { describeHorizontalOverflow } from '#tests/support/browser/page-checks.ts';
import { setSessionCookies, test } from '#tests/support/browser/shop-fixtures.ts';
import { buildShopUrl, expect } from '#tests/support/browser/shop-test.ts';
import { chenes } from '#tests/support/fixtures/estates.ts';

// The tests run one after another, because both plan prices of the same wines, and a plan is refused if the price
// before it has changed.
test.describe.configure({ mode: 'serial' });

for (const { width, month, monthName } of [
  { width: 390, month: '03', monthName: 'mars' },
  { width: 1440, month: '04', monthName: 'avril' },
])
  test(`a winemaker plans higher prices of two wines and replaces them deliberately at ${width} px`, async ({
    page,
    context,
    shop,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 844 });
    await setSessionCookies(context, chenes, await shop.createCustomer(chenes, { role: 'ADMIN' }));
    await page.goto(buildShopUrl(chenes, '/admin/prices'));
    const boxes = page.getByRole('checkbox', { name: /^Sélectionner/ });
    const time = `${new Date().getFullYear() + 1}-${month}-01T06:30`;

    const fillForm = async (percent: string) => {
      for (const index of [0, 1]) await boxes.nth(index).check();
      await page.getByRole('button', { name: /^Programmer des prix/ }).click();
      await page.getByLabel('À partir du').fill(time);
      await page.getByRole('combobox', { name: 'Nouveau prix' }).click();
      await page.getByRole('option', { name: 'Modifier d’un pourcentage' }).click();
      await page.getByLabel('Variation en pour cent').fill(percent);
    };
    const submit = page.getByRole('button', { name: 'Programmer', exact: true });

    await fillForm('5');
    expect(await describeHorizontalOverflow(page)).toBe('');
    await submit.click();
    await expect(page.getByRole('dialog')).toBeHidden();
    const planned = page.getByText(new RegExp(`^à partir du .*${monthName}`));
    await expect(planned).toHaveCount(2);
    const before = await planned.allInnerTexts();

    await fillForm('10');
    await expect(submit).toBeDisabled();
    const replacements = page.getByLabel(/^Remplacer le prix déjà programmé/);
    await expect(replacements).toHaveCount(2);
    for (const index of [0, 1]) await replacements.nth(index).check();
    await submit.click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(async () => {
      const after = await planned.allInnerTexts();
      expect(after).toHaveLength(before.length);
      expect(after).not.toEqual(before);
    }).toPass();
    expect(await describeHorizontalOverflow(page)).toBe('');
  });
