import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import Remove from '@mui/icons-material/Remove';
import { Box, IconButton, Stack, TextField, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { foldText } from '#shared/fold-text.ts';
import { listVariantsOfUnarchivedProducts, type PriceListVariant } from '../../catalogue/prices/price-list-rows.ts';
import { useVariantLabel } from '../../catalogue/variants/use-variant-label.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { useAdminData } from '../../core/use-admin-data.ts';
import { OrderSection } from '../OrderSection/OrderSection.tsx';
import {
  addOrIncreaseOrderFormLine,
  type OrderFormLine,
  parsePositiveQuantityOrNull,
  stepLineQuantity,
} from './order-form-values.ts';
import { SearchField } from './SearchField.tsx';
import { useDebouncedValue } from './use-debounced-value.ts';
import type { OrderForm } from './use-order-form.ts';

interface NewOrderLineRowProps {
  form: OrderForm;
  line: OrderFormLine;
  /** The position of the line in the order, from 0. */
  index: number;
}

interface QuantityFieldProps {
  line: OrderFormLine;
  hasError: boolean;
  errorId: string;
  onChange: (line: OrderFormLine) => void;
}

/** The quantity of a line, which can be typed, or changed by steps with two buttons. */
function QuantityField({ line, hasError, errorId, onChange }: QuantityFieldProps): ReactNode {
  const { t } = useAdminTexts();
  const { label: name, quantity, quantityStep } = line;
  const input = {
    min: quantityStep,
    step: quantityStep,
    'aria-label': t('admin-orders.create.quantityOf', { name }),
    'aria-describedby': errorId,
  };
  return (
    <Stack direction="row" sx={{ alignItems: 'center' }}>
      <IconButton
        aria-label={t('admin-orders.create.fewer', { name })}
        disabled={(parsePositiveQuantityOrNull(quantity) ?? 0) <= quantityStep}
        onClick={() => onChange(stepLineQuantity(line, -1))}
      >
        <Remove />
      </IconButton>
      <TextField
        type="number"
        margin="none"
        sx={{ width: 88 }}
        value={quantity}
        onChange={({ target }) => onChange({ ...line, quantity: target.value })}
        error={hasError}
        slotProps={{ htmlInput: input }}
      />
      <IconButton
        aria-label={t('admin-orders.create.more', { name })}
        onClick={() => onChange(stepLineQuantity(line, 1))}
      >
        <Add />
      </IconButton>
    </Stack>
  );
}

function NewOrderLineRow({ form, line, index }: NewOrderLineRowProps): ReactNode {
  const { t } = useAdminTexts();
  const errorId = useId();
  const { lines } = form.values;
  const error =
    parsePositiveQuantityOrNull(line.quantity) === null
      ? t('admin-orders.create.badQuantity')
      : findLineError(form.errors, index);
  return (
    <Box component="li" sx={rowStyle}>
      <LineText form={form} line={line} />
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <QuantityField
          line={line}
          hasError={error !== undefined}
          errorId={errorId}
          onChange={(changed) => form.change({ lines: lines.with(index, changed) }, 'products')}
        />
        <IconButton
          aria-label={t('admin-orders.create.remove', { name: line.label })}
          onClick={() => form.change({ lines: lines.toSpliced(index, 1) }, 'products')}
        >
          <Delete />
        </IconButton>
      </Stack>
      <Typography id={errorId} variant="body2" color="error" sx={{ gridColumn: '1 / -1' }}>
        {error}
      </Typography>
    </Box>
  );
}

const rowStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
  alignItems: 'center',
  columnGap: 2,
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
};

/** Finds the error of a line, which the API names `products.<index>` or `products.<index>.quantity`. */
const findLineError = (errors: OrderForm['errors'], index: number): string | undefined =>
  errors[`products.${index}`] ?? errors[`products.${index}.quantity`];

function LineText({ form: { quote }, line }: { form: OrderForm; line: OrderFormLine }): ReactNode {
  const { t, euros } = useAdminTexts();
  // The latest quote shows the price although the present form is refused, for example because of its discount code.
  const quoted = quote.latest?.lines.find(
    ({ id, quantity }) => id === line.variantId && quantity === parsePositiveQuantityOrNull(line.quantity),
  );
  const price = quoted
    ? t('admin-orders.create.linePrice', { price: euros(quoted.price), total: euros(quoted.total) })
    : quote.isLoading && t('admin-orders.create.computing');
  const step = line.quantityStep > 1 && t('admin-orders.create.step', { step: line.quantityStep });
  return (
    <div>
      <Typography sx={{ fontWeight: 600 }}>{line.label}</Typography>
      <Typography variant="body2" color="text.secondary">
        {[price, step].filter(Boolean).join(' · ')}
      </Typography>
    </div>
  );
}

const maxProducts = 30;

function VariantSearch({ form }: { form: OrderForm }): ReactNode {
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

export function NewOrderLinesSection({ form }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  return (
    <OrderSection title={t('admin-orders.create.wines')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mb: 1.5, p: 0 }}>
        {form.values.lines.map((line, index) => (
          <NewOrderLineRow key={line.variantId} form={form} line={line} index={index} />
        ))}
      </Box>
      <VariantSearch form={form} />
    </OrderSection>
  );
}
