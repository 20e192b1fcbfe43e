import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SchemaFields } from '#client/admin/inputs/SchemaInput.tsx';
import { ProductFields } from '#shared/catalogue/product-input.ts';
import hints from '#shared/texts/en/admin-field-hints.json' with { type: 'json' };
import { renderInputsInPanelForm } from '#tests/components/admin/render-inputs-in-panel-form.tsx';

const { isPublished, discount, variants } = ProductFields.shape;

describe('the form of a product', () => {
  it('explains the switch that publishes a product', () => {
    renderInputsInPanelForm(<SchemaFields fields={{ isPublished }} />, {
      resource: 'product',
      record: { isPublished: true },
    });
    const input = screen.getByRole('switch', { name: 'Published on the site' });
    expect(input).toHaveProperty('checked', true);
    expect(screen.getByText(hints['product.isPublished'])).toBeDefined();
  });

  it('distinguishes the fields of the product from those of its formats', async () => {
    renderInputsInPanelForm(<SchemaFields fields={{ discount, variants }} />, {
      resource: 'product',
      record: { discount: null, variants: [{ id: 11, reference: 'VV-75', discount: null, plannedPrices: [] }] },
    });
    const addDiscount = screen.getAllByRole('button', { name: 'Add a discount' });
    expect(addDiscount).toHaveLength(2);
    expect(screen.getByText('Discount on all vintages and formats')).toBeDefined();
    expect(screen.getByText('Discount on this vintage or format')).toBeDefined();
    expect(screen.getByText(hints['product.variants.reference'])).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Plan a price' }));
    await waitFor(() => expect(screen.getByText('Discount from then on')).toBeDefined());
  });
});
