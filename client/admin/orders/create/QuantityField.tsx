import Add from '@mui/icons-material/Add';
import Remove from '@mui/icons-material/Remove';
import { IconButton, Stack, TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import {
  changeOrderFormLineQuantityBySteps,
  type OrderFormLine,
  parsePositiveQuantityOrNull,
} from './order-form-values.ts';

interface QuantityFieldProps {
  line: OrderFormLine;
  hasError: boolean;
  errorId: string;
  onChange: (line: OrderFormLine) => void;
}

/** The quantity of a line, which can be typed, or changed by steps with two buttons. */
export function QuantityField({ line, hasError, errorId, onChange }: QuantityFieldProps): ReactNode {
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
        onClick={() => onChange(changeOrderFormLineQuantityBySteps(line, -1))}
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
        onClick={() => onChange(changeOrderFormLineQuantityBySteps(line, 1))}
      >
        <Add />
      </IconButton>
    </Stack>
  );
}
