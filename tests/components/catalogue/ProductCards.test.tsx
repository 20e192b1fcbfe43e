import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ProductCards } from '#client/features/catalogue/ProductCards/ProductCards.tsx';
import { type ProductCardView, toProductCardView } from '#client/features/catalogue/product-card-view.ts';
import { ProductCardActionContext } from '#client/features/catalogue/purchase-contexts.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const managed = (id: number, quantity: number) => [createSampleVariant({ id, quantity, setQuantity: true })];
const cards = [
  toProductCardView(createSampleWine({ id: 7, name: 'Chardonnay', declination: managed(71, 40) }), []),
  toProductCardView(createSampleWine({ id: 8, name: 'Rosé « Aube »', declination: managed(81, 40) }), []),
];
/** The cards of the hydration data. */
const withoutShown = ({ shown: _shown, ...card }: ProductCardView): ProductCardView => card;

const list = (shown: readonly ProductCardView[]) => (
  <ProductCardActionContext value={({ name }) => <button type="button">{name}</button>}>
    <ProductCards cards={shown} />
  </ProductCardActionContext>
);

afterEach(cleanup);

describe('product cards of the server', () => {
  const hydrate = () => {
    const onMismatch = vi.fn();
    const rendered = renderInApp(list(cards.map(withoutShown)), {}, { server: list(cards), onMismatch });
    return { ...rendered, onMismatch };
  };

  test('are hydrated without their products, and keep what they show', () => {
    stubApi({ 'PUT /product/quantities': { data: { products: [] } } });
    const expected = renderInApp(list(cards)).container.querySelectorAll('article');
    const { container, onMismatch } = hydrate();
    expect(onMismatch).not.toHaveBeenCalled();
    const articles = [...container.querySelectorAll('article')];
    expect(articles.map(({ innerHTML }) => innerHTML)).toEqual([...expected].map(({ innerHTML }) => innerHTML));
    expect(articles.map((article) => article.querySelector('button')?.textContent)).toEqual([
      'Chardonnay',
      'Rosé « Aube »',
    ]);
  });

  test('show the current stock, and still all the rest', async () => {
    stubApi({ 'PUT /product/quantities': { data: { products: [{ id: 71, quantity: 0 }] } } });
    const { container } = hydrate();
    await waitFor(() => expect(screen.getByText(t('catalogue.stock.out'))).toBeTruthy());
    const [first] = container.querySelectorAll('article');
    expect(first?.querySelector('h2')?.textContent).toBe('Chardonnay');
    expect(first?.textContent).toContain('€10.00');
    expect(first?.querySelector('button')).toBeNull();
  });
});
