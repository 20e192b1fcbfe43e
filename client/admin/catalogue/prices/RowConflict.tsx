import { Alert, Button } from '@mui/material';
import type { ReactNode } from 'react';
import type { PriceListRowConflict } from '#shared/admin/price-list-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import type { EnteredRow } from './price-list-rows.ts';

interface RowConflictProps {
  name: string;
  entered: EnteredRow;
  stored: PriceListRowConflict;
  onResolve: (version: 'mine' | 'theirs') => void;
}

/** Shows the entered and the stored values of a row that another user has changed, and lets the user choose. */
export function RowConflict({ name, entered, stored, onResolve }: RowConflictProps): ReactNode {
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
