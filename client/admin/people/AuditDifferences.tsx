import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { AuditEntry } from '#shared/admin/admin-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { useDifferences } from '../resources/use-differences.ts';

/**
 * The fields that a change by staff has modified, each with the values before and after.
 * @param record The entry of the audit log. The framework passes the entry to an expanded row of a table.
 */
export function AuditDifferences({ record }: { record?: AuditEntry }): ReactNode {
  const { t } = useAdminTexts();
  const differences = useDifferences(record?.resource ?? '', record?.before ?? {}, record?.after ?? {});
  if (!record) return null;
  if (differences.length === 0) return <p>{t('admin-people.audit.none')}</p>;
  return (
    <Box component="dl" sx={{ m: 0, py: 1, overflowWrap: 'anywhere' }}>
      {differences.map(({ field, label, mine: before, theirs: after }) => (
        <Box key={field} sx={{ mb: 1 }}>
          <dt>
            <strong>{label}</strong>
          </dt>
          <dd>{t('admin-people.audit.change', { before, after })}</dd>
        </Box>
      ))}
    </Box>
  );
}
