import { describe, expect, test } from 'vitest';
import { ProductPrice } from '#client/features/catalogue/ProductPrice/ProductPrice.tsx';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';

const textOf = (element: React.ReactElement) => renderInApp(element).container.textContent?.replace(/\s/g, ' ');

describe('ProductPrice', () => {
  test('shows the quantity step and its price', () => {
    expect(textOf(<ProductPrice price={{ now: 720 }} step={6} />)).toContain('Sold in multiples of 6: €43.20');
  });

  test('shows no step for a product sold by the unit', () => {
    expect(textOf(<ProductPrice price={{ now: 720 }} step={1} />)).not.toContain('multiples');
  });

  test('explains the crossed-out price on the product page only', () => {
    const price = { now: 801, before: 890, percent: 10 };
    expect(textOf(<ProductPrice price={price} size="large" />)).toContain(t('catalogue.price.before-note'));
    expect(textOf(<ProductPrice price={price} />)).not.toContain(t('catalogue.price.before-note'));
  });
});
