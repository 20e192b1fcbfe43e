import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useProductLabels } from '#client/features/catalogue/product/meal-icon-and-variation-labels.ts';
import { Pairings } from '#client/features/catalogue/product/ProductDetails.tsx';
import { renderInApp } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

afterEach(() => vi.unstubAllGlobals());

const mealIcons = [{ id: 3, icon: 'fish' as const, label: 'Fish' }];
const variations = [{ value: 1, href: '/wines/7', isCurrent: true, id: 1, label: 'Wooden box', variationIds: [4] }];

function Product() {
  const labels = useProductLabels({ mealIcons, variations });
  return (
    <>
      <Pairings meals={mealIcons} labels={labels.mealIcons} />
      <p>{labels.variations.get(4)}</p>
    </>
  );
}

test('the browser loads the current labels of meal icons and variations once, after the page', async () => {
  const calls = stubApi({
    'GET /parameter/product/meal-icon': { data: { mealIcons: [{ id: 3, icon: 'fish', label: 'Grilled fish' }] } },
    'GET /variation': { data: { variations: [{ id: 4, label: 'Box', displayLabel: 'Engraved box' }] } },
  });
  const { container } = renderInApp(<Product />);
  expect(container.textContent).toContain('Fish');
  expect(calls).toEqual([]);
  await waitFor(() => expect(container.textContent).toContain('Grilled fish'), { timeout: 5_000 });
  expect(container.textContent).toContain('Engraved box');
  const again = renderInApp(<Product />).container;
  await waitFor(() => expect(again.textContent).toContain('Grilled fish'), { timeout: 5_000 });
  expect(calls.map(({ name }) => name).sort()).toEqual(['GET /parameter/product/meal-icon', 'GET /variation']);
});
