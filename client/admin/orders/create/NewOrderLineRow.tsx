import Delete from '@mui/icons-material/DeleteOutlined';
import { Box, IconButton, Stack, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { type OrderFormLine, parsePositiveQuantityOrNull } from './order-form-values.ts';
import { QuantityField } from './QuantityField.tsx';
import type { OrderForm } from './use-order-form.ts';

interface NewOrderLineRowProps {
  form: OrderForm;
  line: OrderFormLine;
  /** The position of the line in the order, from 0. */
  index: number;
}

/** One line of a new order with its quantity, and its price from the quote. */
export function NewOrderLineRow({ form, line, index }: NewOrderLineRowProps): ReactNode {
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
