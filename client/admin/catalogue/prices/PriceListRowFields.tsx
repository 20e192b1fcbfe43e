import { Box, Checkbox, InputAdornment, TextField, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { PriceListRowConflict } from '#shared/admin/price-list-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { useVariantLabel } from '../variants/use-variant-label.ts';
import type { EnteredRow, PriceListVariant, RowErrors } from './price-list-rows.ts';
import { RowConflict } from './RowConflict.tsx';

interface PriceListRowFieldsProps {
  row: PriceListVariant;
  entered: EnteredRow;
  errors: RowErrors;
  /** The stored values, if another user has changed the row. */
  conflict: PriceListRowConflict | undefined;
  isSelected: boolean;
  onSelect: () => void;
  onResolve: (version: 'mine' | 'theirs') => void;
  onChange: (row: EnteredRow) => void;
}

const rowStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'auto 1fr 1fr', md: 'auto 1fr 11rem 11rem' },
  gap: 1,
  alignItems: 'start',
  p: 1.5,
  borderBottom: '1px solid',
  borderColor: 'divider',
};

/** The price and the stock of one variant in the price list. */
export function PriceListRowFields({
  row,
  entered,
  errors,
  conflict,
  isSelected,
  onSelect,
  onResolve,
  onChange,
}: PriceListRowFieldsProps): ReactNode {
  const { t, number } = useAdminTexts();
  const labelOf = useVariantLabel();
  const { product, variant } = row;
  const name = `${product.name} ${labelOf(variant)}`;
  const shown = (error: string | undefined) => error && t(error);
  return (
    <Box sx={rowStyle}>
      <Checkbox
        size="small"
        checked={isSelected}
        onChange={onSelect}
        slotProps={{ input: { 'aria-label': t('admin-catalogue.plan.select', { name }) } }}
        sx={{ gridRow: { xs: '1 / span 2', md: 'auto' }, p: 0.5 }}
      />
      <VariantName row={row} />
      <TextField
        label={t('admin-catalogue.column.price')}
        margin="none"
        value={entered.price ?? number(variant.price, { minimumFractionDigits: 2, useGrouping: false })}
        onChange={(event) => onChange({ price: event.target.value })}
        error={Boolean(errors.price)}
        helperText={shown(errors.price)}
        slotProps={{
          input: { endAdornment: <InputAdornment position="end">€</InputAdornment> },
          htmlInput: { inputMode: 'decimal', 'aria-label': t('admin-catalogue.prices.priceOf', { name }) },
        }}
      />
      {variant.quantity === null ? (
        <Typography variant="body2" color="text.secondary" sx={{ pt: 1 }}>
          {t('admin-catalogue.stock.notCounted')}
        </Typography>
      ) : (
        <TextField
          label={t('admin-catalogue.column.stock')}
          margin="none"
          value={entered.quantity ?? String(variant.quantity)}
          onChange={(event) => onChange({ quantity: event.target.value })}
          error={Boolean(errors.quantity)}
          helperText={shown(errors.quantity)}
          slotProps={{
            htmlInput: { inputMode: 'numeric', 'aria-label': t('admin-catalogue.prices.stockOf', { name }) },
          }}
        />
      )}
      {conflict && <RowConflict name={name} entered={entered} stored={conflict} onResolve={onResolve} />}
    </Box>
  );
}

function VariantName({ row: { product, variant } }: Pick<PriceListRowFieldsProps, 'row'>): ReactNode {
  const { t, euros, date } = useAdminTexts();
  const labelOf = useVariantLabel();
  return (
    <Box sx={{ gridColumn: { xs: '2 / -1', md: 'auto' } }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {product.name}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {labelOf(variant)}
      </Typography>
      {variant.plannedPrices.map(({ from, price }) => (
        <Typography key={from} variant="body2" color="text.secondary">
          {t('admin-catalogue.prices.planned', { date: date(from), price: euros(price) })}
        </Typography>
      ))}
    </Box>
  );
}
