import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { PlainInstantInput } from '../../inputs/PlainInstantInput.tsx';
import { PricePlanRowFields } from './PricePlanRowFields.tsx';
import type { PriceListVariant } from './price-list-rows.ts';
import { type PricePlanFormValues, parsePercentOrNaN } from './price-plan.ts';
import { usePricePlanForm } from './use-price-plan-form.ts';

interface PlanPricesDialogProps {
  selected: readonly PriceListVariant[];
  onPlanned: () => void;
  onClose: () => void;
}

/**
 * Plans new prices of the selected variants from a chosen time on, in the estate's time zone. The API plans either all
 * of these prices or none.
 */
export function PlanPricesDialog({ selected, onPlanned, onClose }: PlanPricesDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const plan = usePricePlanForm(selected, onPlanned);
  const { input, message, change } = plan;
  const toggle = (id: number) =>
    change({
      replaced: new Set(
        input.replaced.has(id) ? [...input.replaced].filter((each) => each !== id) : [...input.replaced, id],
      ),
    });
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="plan-title">
      <DialogTitle id="plan-title">{t('admin-catalogue.plan.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('admin-catalogue.plan.help')}</DialogContentText>
        {message && <Alert severity="error">{message}</Alert>}
        <PlanFields input={input} change={change} />
        {plan.rows.map((row) => (
          <PricePlanRowFields
            key={row.listed.variant.id}
            row={row}
            input={input}
            error={plan.errors.get(row.listed.variant.id)}
            onPrice={(text) => change({ prices: new Map(input.prices).set(row.listed.variant.id, text) })}
            onReplace={() => toggle(row.listed.variant.id)}
          />
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('admin-catalogue.cancel')}</Button>
        <Button variant="contained" onClick={plan.save} loading={plan.isSaving} disabled={!plan.canSave}>
          {t('admin-catalogue.plan.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type PlanFieldsProps = Pick<ReturnType<typeof usePricePlanForm>, 'input' | 'change'>;

/** The inputs that apply to all rows of the plan: its time, and how prices are entered. */
function PlanFields({ input, change }: PlanFieldsProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ my: 2 }}>
      <PlainInstantInput
        label={t('admin-catalogue.plan.from')}
        value={input.from}
        onChange={(from) => change({ from })}
      />
      <TextField
        select
        label={t('admin-catalogue.plan.mode')}
        value={input.mode}
        onChange={({ target }) => change({ mode: target.value as PricePlanFormValues['mode'] })}
      >
        {(['amount', 'percent'] as const).map((mode) => (
          <MenuItem key={mode} value={mode}>
            {t(`admin-catalogue.plan.mode.${mode}`)}
          </MenuItem>
        ))}
      </TextField>
      {input.mode === 'percent' && (
        <TextField
          label={t('admin-catalogue.plan.percent')}
          helperText={t('admin-catalogue.plan.percentHelp')}
          value={input.percent}
          error={input.percent !== '' && Number.isNaN(parsePercentOrNaN(input.percent))}
          onChange={({ target }) => change({ percent: target.value })}
          slotProps={{ htmlInput: { inputMode: 'text' } }}
        />
      )}
    </Stack>
  );
}
