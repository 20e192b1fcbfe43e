import { Alert, Box, Button, Paper, Stack } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { useAdminData } from '../../core/use-admin-data.ts';
import { PaginationControls } from '../search/PaginationControls.tsx';
import { SearchHeader } from '../search/SearchHeader.tsx';
import { usePagedSearchState } from '../search/use-paged-search-state.ts';
import { PlanPricesDialog } from './PlanPricesDialog.tsx';
import { PriceListRowFields } from './PriceListRowFields.tsx';
import { findInvalidNumbers } from './price-list-rows.ts';
import { usePriceListForm } from './use-price-list-form.ts';

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

/** The buttons that save or discard the entered rows, and plan prices of the selected ones. */
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
