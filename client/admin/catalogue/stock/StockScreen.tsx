import {
  Button,
  Chip,
  Paper,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { VariantStock } from '#shared/admin/stock-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { useAdminData } from '../../core/use-admin-data.ts';
import { PaginationControls } from '../search/PaginationControls.tsx';
import { SearchHeader } from '../search/SearchHeader.tsx';
import { usePagedSearchState } from '../search/use-paged-search-state.ts';
import { useVariantLabel } from '../variants/use-variant-label.ts';
import { MovementDialog } from './MovementDialog.tsx';

/** Hides a column on phones, where it does not fit. */
const wideOnly = { display: { xs: 'none', sm: 'table-cell' } } as const;

/** The stock of all variants, the lowest first, with a dialog that changes a stock. */
export default function StockScreen(): ReactNode {
  const { t } = useAdminTexts();
  const paged = usePagedSearchState();
  const [selected, setSelected] = useState<VariantStock | null>(null);
  const { data, reload } = useAdminData('GET /admin/stock', { query: paged.query });
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <SearchHeader title={t('admin-catalogue.stock.title')} help={t('admin-catalogue.stock.help')} paged={paged} />
      <TableContainer component={Paper}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{t('admin-catalogue.column.product')}</TableCell>
              <TableCell align="right">{t('admin-catalogue.stock.available')}</TableCell>
              <TableCell align="right" sx={wideOnly}>
                {t('admin-catalogue.stock.reserved')}
              </TableCell>
              <TableCell align="right">{t('admin-catalogue.stock.kind')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {data?.variants.map((variant) => (
              <StockRow key={variant.id} variant={variant} onSelect={() => setSelected(variant)} />
            ))}
          </TableBody>
        </Table>
        <PaginationControls paged={paged} total={data?.total ?? 0} />
      </TableContainer>
      {selected && (
        <MovementDialog
          variant={selected}
          onClose={(isOutdated) => {
            setSelected(null);
            if (isOutdated) reload();
          }}
        />
      )}
    </Stack>
  );
}

function StockRow({ variant, onSelect }: { variant: VariantStock; onSelect: () => void }): ReactNode {
  const { t, number } = useAdminTexts();
  const labelOf = useVariantLabel();
  const label = `${variant.name} ${labelOf(variant)}`;
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {variant.name}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {labelOf(variant)}
        </Typography>
      </TableCell>
      <TableCell align="right">
        <span>{variant.quantity === null ? t('admin-catalogue.stock.notCounted') : number(variant.quantity)}</span>
        {variant.isLow && (
          <Chip size="small" color="warning" variant="outlined" label={t('admin-catalogue.stock.low')} sx={{ ml: 1 }} />
        )}
      </TableCell>
      <TableCell align="right" sx={wideOnly}>
        {number(variant.reserved)}
      </TableCell>
      <TableCell align="right">
        <Button
          onClick={onSelect}
          disabled={variant.quantity === null}
          aria-label={t('admin-catalogue.stock.changeOf', { name: label })}
        >
          {t('admin-catalogue.stock.change')}
        </Button>
      </TableCell>
    </TableRow>
  );
}
