import { Alert } from '@mui/material';
import type { ReactNode } from 'react';
import { Link, useGetList } from 'react-admin';
import { pageSize } from '#shared/limits.ts';
import type { ParameterKey } from '#shared/site/parameter-definitions.ts';
import { useAdminTexts } from '../core/admin-context.tsx';

/** The parameters that replace a colour of the theme. */
const colourParameters: readonly ParameterKey[] = ['PRIMARY_COLOR', 'ACCENT_COLOR'];

/** Names the settings because of which a change of the theme's colours has no effect, with links to them. */
export function OverridingParametersNotice(): ReactNode {
  const { t } = useAdminTexts();
  const { data = [] } = useGetList('parameter', { pagination: { page: 1, perPage: pageSize.max } });
  const keys = colourParameters.filter((key) => data.some(({ id, value }) => id === key && value));
  return keys.map((key) => (
    <Alert key={key} severity="info" sx={{ width: '100%', mb: 1 }}>
      {t('admin-site.theme.overridden', { setting: t(`admin-parameters.${key}.label`) })}{' '}
      <Link to={`/parameter/${key}`}>{t('admin-site.theme.change-setting')}</Link>
    </Alert>
  ));
}
