import { describe, expect, test } from 'vitest';
import { ProductCard } from '#client/features/catalogue/ProductCard/ProductCard.tsx';
import { toProductCardView } from '#client/features/catalogue/product-card-view.ts';
import type { ProductRating } from '#shared/catalogue/catalogue-contract.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { createSampleVoucher, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const renderCard = (rating: ProductRating | null) =>
  renderInApp(<ProductCard card={toProductCardView(createSampleWine({ rating }), [])} />).container;

describe('ProductCard', () => {
  test('shows the average rating as stars with a text alternative, and the number of reviews', () => {
    const card = renderCard({ average: 4.5, count: 12, isFictional: false });
    expect(card.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('4.5 out of 5');
    expect(card.textContent).toContain('12 reviews');
  });

  test('marks fictional reviews instead of counting them', () => {
    const card = renderCard({ average: 4, count: 3, isFictional: true });
    expect(card.textContent).toContain(t('catalogue.rating.fictional'));
    expect(card.textContent).not.toContain('3 reviews');
  });

  test('shows no stars without reviews', () => {
    expect(renderCard(null).querySelector('[role="img"]')).toBeNull();
  });
});

describe('the card of a voucher', () => {
  test('shows neither a volume nor a price per litre', () => {
    const voucher = createSampleVoucher();
    const { textContent } = renderInApp(<ProductCard card={toProductCardView(voucher, [])} />).container;
    expect(textContent).toContain('€40.00');
    expect(textContent).not.toMatch(/\d ?(cl|l)\b|litre/);
  });
});
