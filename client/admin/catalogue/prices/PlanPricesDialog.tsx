import {
  Alert,
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControlLabel,
  InputAdornment,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';
import type { PricePlanRow, PricePlanRowConflict } from '#shared/admin/price-plan-contract.ts';
import {
  changePriceByPercent,
  findPriceBeforeInstant,
  findPriceStartingAtInstant,
} from '#shared/catalogue/plan-price.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { getCallFailureDetails } from '../../core/call-admin-api.ts';
import { useIdempotentCall } from '../../core/use-idempotent-call.ts';
import { PlainInstantInput } from '../../inputs/PlainInstantInput.tsx';
import { useVariantLabel } from '../variants/use-variant-label.ts';
import { type PriceListVariant, parseDecimalEurosOrNaN, toRowErrors } from './price-list-rows.ts';

interface PlanPricesDialogProps {
  selected: readonly PriceListVariant[];
  onPlanned: () => void;
  onClose: () => void;
}

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
function PricePlanRowFields({ row, input, error, onPrice, onReplace }: PricePlanRowFieldsProps): ReactNode {
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

const emptyInput: PricePlanFormValues = {
  from: null,
  mode: 'amount',
  percent: '',
  prices: new Map(),
  replaced: new Set(),
};

function usePricePlanForm(selected: readonly PriceListVariant[], onPlanned: () => void) {
  const { t } = useAdminTexts();
  const call = useIdempotentCall();
  const notify = useNotify();
  const [input, setInput] = useState(emptyInput);
  const [known, setKnown] = useState<ReadonlyMap<number, PricePlanRowConflict>>(new Map());
  const [errors, setErrors] = useState<ReadonlyMap<number, string>>(new Map());
  const [message, setMessage] = useState('');
  const [isSaving, setIsSaving] = useState(false);
  const instant = input.from === null ? null : Date.parse(input.from);
  const planRows = computePricePlanFormRows(selected, input, instant, known);
  const rows = instant === null ? null : toPlanRows(planRows, input.replaced);
  const change = (values: Partial<PricePlanFormValues>) => {
    setErrors(new Map());
    if (values.from === undefined) return setInput({ ...input, ...values });
    // The prices that the API has reported apply only to the start time that is being replaced.
    setKnown(new Map());
    setInput({ ...input, ...values, replaced: new Set() });
  };
  const save = async () => {
    if (input.from === null || !rows) return;
    setIsSaving(true);
    setMessage('');
    try {
      const body = { from: input.from, rows };
      await call('POST /admin/product/planned-prices', { body });
      notify('admin-catalogue.plan.planned', { type: 'success', messageArgs: { smart_count: rows.length } });
      onPlanned();
    } catch (error) {
      const { current, errors: fields = {} } = getCallFailureDetails(error);
      const stale = (current as { rows: PricePlanRowConflict[] } | undefined)?.rows ?? [];
      setKnown(new Map([...known, ...stale.map((row) => [row.idVariant, row] as const)]));
      const isUnconfirmed = (id: number) => stale.some(({ idVariant }) => idVariant === id);
      setInput({ ...input, replaced: new Set([...input.replaced].filter((id) => !isUnconfirmed(id))) });
      setErrors(new Map([...toRowErrors(rows, fields)].map(([id, { price = '' }]) => [id, price])));
      setMessage(error instanceof Error && error.message ? error.message : t('admin.callFailed'));
    } finally {
      setIsSaving(false);
    }
  };
  return { input, rows: planRows, errors, message, isSaving, canSave: rows !== null, change, save };
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

interface PricePlanFormValues {
  /** The time from which the prices apply, in ISO 8601; null before one is entered. */
  from: string | null;
  mode: 'amount' | 'percent';
  percent: string;
  /** The typed prices by variant, in the mode `amount`. */
  prices: ReadonlyMap<number, string>;
  /** The variants whose price that is already planned for the time may be replaced. */
  replaced: ReadonlySet<number>;
}

interface PricePlanFormRow {
  listed: PriceListVariant;
  /** The price that applies until the time of the plan, in euros. */
  before: number;
  /** The price that is already planned for the time of the plan; null if there is none. */
  planned: number | null;
  /** The new price; null while the input is not a valid price. */
  next: number | null;
}

/**
 * Parses a percentage such as `+5` or `-2,5`.
 * @returns NaN for other texts
 */
const parsePercentOrNaN = (text: string): number =>
  /^[+-]?\d{1,3}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;

function changeBy(price: number, percentText: string): number {
  const percent = parsePercentOrNaN(percentText);
  return Number.isNaN(percent) ? percent : changePriceByPercent(price, percent);
}

const findShownPrices = (variant: PriceListVariant['variant'], instant: number | null) =>
  instant === null
    ? { before: variant.price, planned: null }
    : { before: findPriceBeforeInstant(variant, instant), planned: findPriceStartingAtInstant(variant, instant) };

/**
 * Computes the rows of the form.
 * @param known Prices that the API has reported for the time of the plan, by variant. They replace those of the price
 * list.
 */
function computePricePlanFormRows(
  selected: readonly PriceListVariant[],
  { mode, percent, prices }: PricePlanFormValues,
  instant: number | null,
  known: ReadonlyMap<number, PricePlanRowConflict>,
): PricePlanFormRow[] {
  return selected.map((listed) => {
    const { id } = listed.variant;
    const { before, planned } = known.get(id) ?? findShownPrices(listed.variant, instant);
    const changed = mode === 'percent' ? changeBy(before, percent) : parseDecimalEurosOrNaN(prices.get(id) ?? '');
    return { listed, before, planned, next: changed > 0 ? changed : null };
  });
}

/**
 * Converts the rows of the form to those that the API saves; null while a row is incomplete or a replacement is not
 * confirmed.
 */
function toPlanRows(formRows: readonly PricePlanFormRow[], replaced: ReadonlySet<number>): PricePlanRow[] | null {
  const rows = formRows.flatMap(({ listed: { product, variant }, before, planned, next }): PricePlanRow[] =>
    next === null || (planned !== null && !replaced.has(variant.id))
      ? []
      : [{ idProduct: product.id, idVariant: variant.id, price: next, before, replaces: planned }],
  );
  return rows.length > 0 && rows.length === formRows.length ? rows : null;
}
