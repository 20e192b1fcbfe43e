import { type Theme, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { DataTable, List, SimpleList } from 'react-admin';
import { type AnalyticsServiceKey, analyticsServices } from '#shared/consent/analytics-services.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';
import type { CookieChoiceRow } from './cookie-choice-adapter.ts';

const { Col } = DataTable;

/** The recorded choices about cookies, the newest first. */
export default function AllCookieChoicesList(): ReactNode {
  return (
    <>
      <ScreenHelp />
      <List perPage={25} exporter={false} actions={false}>
        <Choices />
      </List>
    </>
  );
}

function Choices(): ReactNode {
  const { t, date } = useAdminTexts();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const when = ({ recordedAt }: CookieChoiceRow) => date(recordedAt, { dateStyle: 'medium', timeStyle: 'short' });
  const names = (apps: readonly AnalyticsServiceKey[]) =>
    apps.map((app) => analyticsServices[app].name).join(', ') || t('admin-people.consents.none');
  if (isNarrow)
    return (
      <SimpleList<CookieChoiceRow>
        linkType={false}
        primaryText={when}
        secondaryText={({ accepted, refused }) =>
          `${t('admin-people.consents.accepted')} : ${names(accepted)} · ${t('admin-people.consents.refused')} : ${names(refused)}`
        }
      />
    );
  return (
    <DataTable<CookieChoiceRow> bulkActionButtons={false} rowClick={false}>
      <Col source="recordedAt" label={t('admin-people.consents.at')} disableSort render={when} />
      <Col label={t('admin-people.consents.accepted')} render={({ accepted }: CookieChoiceRow) => names(accepted)} />
      <Col label={t('admin-people.consents.refused')} render={({ refused }: CookieChoiceRow) => names(refused)} />
      <Col source="browser" label={t('admin-people.consents.browser')} disableSort />
    </DataTable>
  );
}
