import { List, ListItem, ListItemText, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { useAdminData } from '../../core/use-admin-data.ts';

/** The latest changes that the estate has made to the stock of a variant. */
export function MovementHistory({ variantId }: { variantId: number }): ReactNode {
  const { t, date } = useAdminTexts();
  const { data } = useAdminData('GET /admin/stock-movement', { query: { variant: variantId, nbItem: 10 } });
  if (!data) return null;
  if (data.movements.length === 0)
    return <Typography variant="body2">{t('admin-catalogue.stock.noHistory')}</Typography>;
  return (
    <List dense disablePadding>
      {data.movements.map(({ id, at, kind, before, after, reason, email }) => (
        <ListItem key={id} disableGutters>
          <ListItemText
            primary={`${t(`admin-catalogue.stock.kind.${kind}`)}: ${before} → ${after}${reason && ` · ${reason}`}`}
            secondary={[date(at), email].filter(Boolean).join(' · ')}
          />
        </ListItem>
      ))}
    </List>
  );
}
