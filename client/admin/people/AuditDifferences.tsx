import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { findDifferences, formatComparedValue } from '#client/admin/resources/StaleItemDialog.tsx';
import type { AuditEntry } from '#shared/admin/admin-contract.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';

/**
 * The fields that a change by staff has modified, each with the values before and after.
 * @param record The entry of the audit log. The framework passes the entry to an expanded row of a table.
 */
export function AuditDifferences({ record }: { record?: AuditEntry }): ReactNode {
  const { t, date } = useAdminTexts();
  const { lang, languages } = useAdminConfig();
  const translate = useTranslate();
  if (!record) return null;
  const show = (value: unknown) => formatComparedValue(value, { lang, siteLang: languages[0] ?? lang, date });
  const differences = findDifferences(record.before ?? {}, record.after ?? {});
  if (differences.length === 0) return <p>{t('admin-people.audit.none')}</p>;
  return (
    <Box component="dl" sx={{ m: 0, py: 1, overflowWrap: 'anywhere' }}>
      {differences.map(({ field, mine: before, theirs: after }) => (
        <Box key={field} sx={{ mb: 1 }}>
          <dt>
            <strong>{translate(`resources.${record.resource}.fields.${field}`, { _: field })}</strong>
          </dt>
          <dd>{t('admin-people.audit.change', { before: show(before), after: show(after) })}</dd>
        </Box>
      ))}
    </Box>
  );
}
