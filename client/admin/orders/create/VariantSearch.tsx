import { Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { foldText } from '#shared/fold-text.ts';
import { listVariantsOfUnarchivedProducts, type PriceListVariant } from '../../catalogue/prices/price-list-rows.ts';
import { useVariantLabel } from '../../catalogue/variants/use-variant-label.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { useAdminData } from '../../core/use-admin-data.ts';
import { addOrIncreaseOrderFormLine } from './order-form-values.ts';
import { SearchField } from './SearchField.tsx';
import { useDebouncedValue } from './use-debounced-value.ts';
import type { OrderForm } from './use-order-form.ts';

const maxProducts = 30;

/** Searches the variants by name, reference, vintage or format, and adds the chosen one to the order. */
export function VariantSearch({ form }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  const labelOf = useVariantLabel();
  const [search, setSearch] = useState('');
  const searched = useDebouncedValue(search.trim());
  const query = { search: searched, nbItem: maxProducts, orderBy: 'position' };
  const { data, isCurrent } = useAdminData('GET /admin/product/overview', { query });
  const nameOf = ({ product, variant }: PriceListVariant) => `${product.name} ${labelOf(variant)}`;
  const add = (chosen: PriceListVariant) => {
    const { id: variantId, quantityStep } = chosen.variant;
    const isVoucher = chosen.product.kind === 'voucher';
    const line = { variantId, label: nameOf(chosen), quantity: String(quantityStep), quantityStep, isVoucher };
    form.change({ lines: addOrIncreaseOrderFormLine(form.values.lines, line) }, 'products');
  };
  return (
    <SearchField<PriceListVariant>
      label={t('admin-orders.create.addWine')}
      help={t('admin-orders.create.addWineHelp')}
      error={form.errors.products}
      value={null}
      inputValue={search}
      onInputChange={(_event, text, reason) => setSearch(reason === 'input' ? text : '')}
      rows={data && isCurrent && searched === search.trim() ? preferMatches(data.products, search, nameOf) : undefined}
      noRowsText={t('admin-orders.create.noWine')}
      getLabel={nameOf}
      getOptionKey={({ variant }) => variant.id}
      getOptionDisabled={({ variant }) => variant.quantity === 0}
      renderRow={(row) => <VariantText row={row} name={nameOf(row)} />}
      onChoose={(chosen) => chosen && add(chosen)}
    />
  );
}

/** Lists the variants of the found products: those whose label has every word of the search, if there are any. */
function preferMatches(
  products: Parameters<typeof listVariantsOfUnarchivedProducts>[0],
  search: string,
  nameOf: (row: PriceListVariant) => string,
): PriceListVariant[] {
  const rows = listVariantsOfUnarchivedProducts(products);
  const words = foldText(search).split(' ');
  const matches = rows.filter((row) => words.every((word) => foldText(nameOf(row)).includes(word)));
  return matches.length > 0 ? matches : rows;
}

function VariantText({ row: { product, variant }, name }: { row: PriceListVariant; name: string }): ReactNode {
  const { t, euros } = useAdminTexts();
  const { quantity } = variant;
  const counted =
    quantity === 0 ? t('admin-orders.create.soldOut') : t('admin-orders.create.inStock', { count: quantity ?? 0 });
  // The stock of a box depends on its contents, and is checked by the quote.
  const stock = quantity === null ? product.type !== 'BOX' && t('admin-orders.create.alwaysInStock') : counted;
  return (
    <>
      <Typography>{name}</Typography>
      <Typography variant="body2" color="text.secondary">
        {[euros(variant.price), stock].filter(Boolean).join(' · ')}
      </Typography>
    </>
  );
}
