import { type Theme, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { DataTable, List, TextInput, useTranslate } from 'react-admin';
import type { AuditEntry } from '#shared/admin/admin-resources-and-shared-calls-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';
import { AuditCards } from './AuditCards.tsx';
import { AuditDifferences } from './AuditDifferences.tsx';
import { AuditTableHead } from './AuditTableHead.tsx';

const { Col } = DataTable;

/** The changes that staff have made, by default the newest first, with the fields that changed. */
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
          <AuditCards
            describeChange={describeChange}
            describeOrigin={({ at, email }) => `${when(at)}, ${email ?? t('admin-people.audit.deleted')}`}
          />
        ) : (
          <DataTable<AuditEntry>
            bulkActionButtons={false}
            rowClick="expand"
            expand={<AuditDifferences />}
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
