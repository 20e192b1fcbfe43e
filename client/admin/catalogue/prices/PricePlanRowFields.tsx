import { Box, Checkbox, FormControlLabel, InputAdornment, TextField, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { useVariantLabel } from '../variants/use-variant-label.ts';
import type { PricePlanFormRow, PricePlanFormValues } from './price-plan.ts';

interface PricePlanRowFieldsProps {
  row: PricePlanFormRow;
  input: PricePlanFormValues;
  error: string | undefined;
  onPrice: (text: string) => void;
  onReplace: () => void;
}

const rowStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '1fr 12rem' },
  gap: 1,
  alignItems: 'start',
  py: 1.5,
  borderTop: '1px solid',
  borderColor: 'divider',
};

/**
 * The new price of one variant: typed, or computed from the percentage. A price that is already planned for the same
 * time is shown.
 */
export function PricePlanRowFields({ row, input, error, onPrice, onReplace }: PricePlanRowFieldsProps): ReactNode {
  const { t, euros } = useAdminTexts();
  const labelOf = useVariantLabel();
  const { listed, before, planned, next } = row;
  const name = `${listed.product.name} ${labelOf(listed.variant)}`;
  return (
    <Box sx={rowStyle}>
      <Box>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {t('admin-catalogue.plan.before', { price: euros(before) })}
        </Typography>
        {planned !== null && (
          <FormControlLabel
            control={<Checkbox size="small" checked={input.replaced.has(listed.variant.id)} onChange={onReplace} />}
            label={t('admin-catalogue.plan.replace', { price: euros(planned) })}
            slotProps={{ typography: { variant: 'body2' } }}
          />
        )}
      </Box>
      {input.mode === 'percent' ? (
        <Typography sx={{ textAlign: { sm: 'right' } }} color={error ? 'error' : undefined}>
          <span>{next === null ? '–' : t('admin-catalogue.plan.result', { price: euros(next) })}</span>
          {error && <span>{` ${error}`}</span>}
        </Typography>
      ) : (
        <TextField
          label={t('admin-catalogue.plan.price')}
          margin="none"
          value={input.prices.get(listed.variant.id) ?? ''}
          onChange={({ target }) => onPrice(target.value)}
          error={Boolean(error) || (input.prices.has(listed.variant.id) && next === null)}
          helperText={error}
          slotProps={{
            input: { endAdornment: <InputAdornment position="end">€</InputAdornment> },
            htmlInput: { inputMode: 'decimal', 'aria-label': t('admin-catalogue.plan.priceOf', { name }) },
          }}
        />
      )}
    </Box>
  );
}
