import { Alert, Box, Button, Checkbox, InputAdornment, Paper, Stack, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';
import type { PriceListRowConflict } from '#shared/admin/price-list-contract.ts';
import type { OverviewProduct } from '#shared/admin/product-overview-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { getCallFailureDetails } from '../../core/call-admin-api.ts';
import { useAdminData } from '../../core/use-admin-data.ts';
import { useIdempotentCall } from '../../core/use-idempotent-call.ts';
import { PaginationControls } from '../search/PaginationControls.tsx';
import { SearchHeader } from '../search/SearchHeader.tsx';
import { usePagedSearchState } from '../search/use-paged-search-state.ts';
import { useVariantLabel } from '../variants/use-variant-label.ts';
import { PlanPricesDialog } from './PlanPricesDialog.tsx';
import {
  applyValuesStoredByOthers,
  type EnteredRow,
  findInvalidNumbers,
  listVariantsOfUnarchivedProducts,
  type PriceListVariant,
  type RowErrors,
  toPriceChanges,
  toRowErrors,
} from './price-list-rows.ts';

/**
 * The buttons stay visible. On a phone the content scrolls sideways by itself, so that the buttons cannot stick to the
 * screen.
 */
const barStyle = {
  position: { xs: 'fixed', sm: 'sticky' },
  bottom: 0,
  left: 0,
  right: 0,
  px: { xs: 1, sm: 0 },
  py: 1,
  bgcolor: 'background.default',
  borderTopStyle: { xs: 'solid', sm: 'none' },
  borderTopWidth: '1px',
  borderColor: 'divider',
  zIndex: 2,
} as const;

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

interface RowConflictProps {
  name: string;
  entered: EnteredRow;
  stored: PriceListRowConflict;
  onResolve: (version: 'mine' | 'theirs') => void;
}

/** Shows the entered and the stored values of a row that another user has changed, and lets the user choose. */
function RowConflict({ name, entered, stored, onResolve }: RowConflictProps): ReactNode {
  const { t, number, euros } = useAdminTexts();
  const { price, stock } = stored;
  return (
    <Alert severity="warning" sx={{ gridColumn: '1 / -1' }}>
      {price !== undefined && (
        <div>{t('admin-catalogue.prices.conflictPrice', { mine: entered.price ?? '', theirs: euros(price) })}</div>
      )}
      {stock && (
        <div>
          {t('admin-catalogue.prices.conflictStock', { mine: entered.quantity ?? '', theirs: number(stock.quantity) })}
        </div>
      )}
      {(['mine', 'theirs'] as const).map((version) => (
        <Button
          key={version}
          size="small"
          color="inherit"
          onClick={() => onResolve(version)}
          aria-label={t(`admin-catalogue.prices.keepOf.${version}`, { name })}
        >
          {t(`admin-catalogue.prices.keep.${version}`)}
        </Button>
      ))}
    </Alert>
  );
}

function PriceListRowFields({
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

/** Prices and stock of many variants in one grid, which is saved whole or not at all. */
export default function PriceListScreen(): ReactNode {
  const { t } = useAdminTexts();
  const paged = usePagedSearchState();
  const { data, reload } = useAdminData('GET /admin/product/overview', {
    query: { ...paged.query, orderBy: 'position' },
  });
  const list = usePriceListForm(data?.products ?? [], reload);
  const { entered, message } = list;
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const [isPlanning, setIsPlanning] = useState(false);
  const selected = list.variants.filter(({ variant }) => selectedIds.has(variant.id));
  const select = (id: number) =>
    setSelectedIds(
      new Set(selectedIds.has(id) ? [...selectedIds].filter((each) => each !== id) : [...selectedIds, id]),
    );
  return (
    <Stack spacing={2} sx={{ mt: 2, mb: { xs: 16, sm: 10 } }}>
      <SearchHeader
        title={t('admin-catalogue.prices.title')}
        help={t('admin-catalogue.prices.help')}
        paged={paged}
        isDisabled={entered.size > 0}
      />
      {message && <Alert severity="error">{message}</Alert>}
      <Paper variant="outlined">
        {list.variants.map((each) => (
          <PriceListRowFields
            key={each.variant.id}
            row={each}
            entered={entered.get(each.variant.id) ?? {}}
            errors={list.errors.get(each.variant.id) ?? {}}
            isSelected={selectedIds.has(each.variant.id)}
            onSelect={() => select(each.variant.id)}
            conflict={list.conflicts.get(each.variant.id)}
            onResolve={(version) => list.resolve(each.variant.id, version)}
            onChange={(row) => list.change(each.variant.id, row)}
          />
        ))}
        <PaginationControls paged={paged} total={data?.total ?? 0} isDisabled={entered.size > 0} />
      </Paper>
      <PriceListBar list={list} selectedCount={selected.length} onPlan={() => setIsPlanning(true)} />
      {isPlanning && (
        <PlanPricesDialog
          selected={selected}
          onClose={() => setIsPlanning(false)}
          onPlanned={() => {
            setIsPlanning(false);
            setSelectedIds(new Set());
            reload();
          }}
        />
      )}
    </Stack>
  );
}

interface PriceListBarProps {
  list: ReturnType<typeof usePriceListForm>;
  selectedCount: number;
  onPlan: () => void;
}

function PriceListBar({ list: { entered, rows, save, reset }, selectedCount, onPlan }: PriceListBarProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Box sx={barStyle}>
      <Button variant="contained" onClick={save} disabled={rows.length === 0 && findInvalidNumbers(entered).size === 0}>
        {t('admin-catalogue.prices.save', { count: rows.length })}
      </Button>
      <Button onClick={reset} disabled={entered.size === 0} sx={{ ml: 1 }}>
        {t('admin-catalogue.prices.reset')}
      </Button>
      <Button onClick={onPlan} disabled={selectedCount === 0 || entered.size > 0} sx={{ ml: 1 }}>
        {t('admin-catalogue.plan.open', { count: selectedCount })}
      </Button>
    </Box>
  );
}

type ById<Value> = ReadonlyMap<number, Value>;

function without<Value>(map: ById<Value>, id: number): ById<Value> {
  return new Map([...map].filter(([key]) => key !== id));
}

/**
 * Manages the entered values of the price list. After a save that was refused because other users have changed rows,
 * the entered values stay, and `conflicts` has the stored values of those rows until the user has chosen.
 */
function usePriceListForm(products: readonly OverviewProduct[], reload: () => void) {
  const { t } = useAdminTexts();
  const call = useIdempotentCall();
  const notify = useNotify();
  const [entered, setEntered] = useState<ById<EnteredRow>>(new Map());
  const [errors, setErrors] = useState<ById<RowErrors>>(new Map());
  const [message, setMessage] = useState('');
  const [conflicts, setConflicts] = useState<ById<PriceListRowConflict>>(new Map());
  const [updates, setUpdates] = useState<ById<PriceListRowConflict>>(new Map());
  const variants = applyValuesStoredByOthers(listVariantsOfUnarchivedProducts(products), updates);
  const rows = toPriceChanges(variants, entered);
  const reset = () => {
    setEntered(new Map());
    setErrors(new Map());
    setConflicts(new Map());
    setUpdates(new Map());
    setMessage('');
    reload();
  };
  const save = async () => {
    const invalidNumbers = findInvalidNumbers(entered);
    setErrors(invalidNumbers);
    setMessage(invalidNumbers.size > 0 ? t('admin-catalogue.prices.invalid') : '');
    if (invalidNumbers.size > 0) return;
    try {
      await call('PUT /admin/product/prices', { body: { rows } });
      notify('admin-catalogue.prices.saved', { type: 'success', messageArgs: { smart_count: rows.length } });
      reset();
    } catch (error) {
      const failure = getCallFailureDetails(error);
      const stale = (failure.current as { rows: PriceListRowConflict[] } | undefined)?.rows ?? [];
      setConflicts(new Map(stale.map((row) => [row.idVariant, row])));
      setErrors(toRowErrors(rows, failure.errors ?? {}));
      setMessage(error instanceof Error && error.message ? error.message : t('admin.callFailed'));
    }
  };
  /**
   * Resolves the conflict of a row. With `mine`, the next save replaces the stored values; with `theirs`, the stored
   * values replace the entered ones.
   */
  const resolve = (id: number, version: 'mine' | 'theirs') => {
    const stale = conflicts.get(id);
    if (!stale) return;
    setUpdates(new Map(updates).set(id, { ...updates.get(id), ...stale }));
    setConflicts(without(conflicts, id));
    setErrors(without(errors, id));
    if (conflicts.size === 1) setMessage('');
    if (version === 'mine') return;
    const { price, quantity } = entered.get(id) ?? {};
    const kept: EnteredRow = {
      ...(price !== undefined && stale.price === undefined && { price }),
      ...(quantity !== undefined && !stale.stock && { quantity }),
    };
    setEntered(Object.keys(kept).length > 0 ? new Map(entered).set(id, kept) : without(entered, id));
  };
  const change = (id: number, row: EnteredRow) => setEntered(new Map(entered).set(id, { ...entered.get(id), ...row }));
  return { variants, rows, entered, errors, message, conflicts, change, save, reset, resolve };
}
