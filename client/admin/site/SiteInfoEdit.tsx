import { Alert } from '@mui/material';
import type { ReactNode } from 'react';
import { Link, SimpleForm } from 'react-admin';
import { siteInfoResourceSpec } from '#shared/site/site-resource-specs.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { getObjectFields } from '../inputs/describe-field.ts';
import { SchemaFields } from '../inputs/SchemaInput.tsx';
import { ItemEditFrame } from '../resources/ItemEditFrame.tsx';
import { ItemToolbar } from '../resources/ItemToolbar.tsx';
import { FontRolesInput } from './fonts/FontRolesInput.tsx';

/**
 * Fields that this form omits: those for the operator of the platform, `isBuilding`, which is changed on the go-live
 * board, and the fonts, which have separate inputs.
 */
const omittedFields = ['fonts', 'isBuilding', 'devUrl', 'server', 'dashboardType'];

export default function SiteInfoEdit(): ReactNode {
  const { t } = useAdminTexts();
  return (
    <ItemEditFrame>
      <SimpleForm toolbar={<ItemToolbar />} warnWhenUnsavedChanges>
        <Alert severity="info" sx={{ width: '100%', mb: 2 }}>
          {t('admin-site.opening.elsewhere')} <Link to="/go-live">{t('admin-people.goLive.title')}</Link>
        </Alert>
        <SchemaFields fields={getObjectFields(siteInfoResourceSpec.input)} omit={omittedFields} />
        <FontRolesInput />
      </SimpleForm>
    </ItemEditFrame>
  );
}
