import { Box, type Theme, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { DataTable, List, SimpleList, TextInput, useTranslate } from 'react-admin';
import type { AuditEntry } from '#shared/admin/admin-contract.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { findDifferences } from '../resources/find-differences.ts';
import { formatValue } from '../resources/format-value.ts';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';
import { AuditTableHead } from './AuditTableHead.tsx';

const { Col } = DataTable;

/** The changes that staff has made, the newest first, with the fields that changed. */
export default function AuditList(): ReactNode {
  const { t, date } = useAdminTexts();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const translate = useTranslate();
  const when = (at: string) => date(at, { dateStyle: 'medium', timeStyle: 'short' });
  const describeChange = ({ action, resource, key }: AuditEntry) =>
    [
      t(`admin-people.action.${action}`),
      translate(`resources.${resource}.name`, { smart_count: 1, _: resource }),
      key,
    ].join(' ');
  const filters = [<TextInput key="key" source="key" label={t('admin-people.audit.key')} alwaysOn resettable />];
  return (
    <>
      <ScreenHelp />
      <List filters={filters} sort={{ field: 'at', order: 'DESC' }} perPage={25} exporter={false} actions={false}>
        {isNarrow ? (
          <SimpleList<AuditEntry>
            linkType={false}
            primaryText={describeChange}
            secondaryText={({ at, email }) => `${when(at)}, ${email ?? t('admin-people.audit.deleted')}`}
          />
        ) : (
          <DataTable<AuditEntry>
            bulkActionButtons={false}
            rowClick="expand"
            expand={<Differences />}
            head={AuditTableHead}
          >
            <Col source="at" label={t('admin-people.audit.at')} render={({ at }: AuditEntry) => when(at)} />
            <Col
              source="email"
              label={t('admin-people.audit.who')}
              disableSort
              render={({ email }: AuditEntry) => email ?? t('admin-people.audit.deleted')}
            />
            <Col source="action" label={t('admin-people.audit.what')} disableSort render={describeChange} />
          </DataTable>
        )}
      </List>
    </>
  );
}

/** react-admin passes the entry of the expanded row. */
function Differences({ record }: { record?: AuditEntry }): ReactNode {
  const { t } = useAdminTexts();
  const { lang, languages } = useAdminConfig();
  const translate = useTranslate();
  if (!record) return null;
  const show = (value: unknown) => formatValue(value, lang, languages[0] ?? lang);
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
