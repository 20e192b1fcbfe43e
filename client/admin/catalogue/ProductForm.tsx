import type { ReactElement, ReactNode } from 'react';
import { TabbedForm, useRecordContext } from 'react-admin';
import { ProductFields } from '#shared/catalogue/product-input.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { FieldShape } from '../inputs/describe-field.ts';
import { SchemaFields } from '../inputs/SchemaInput.tsx';
import { ELabelLink } from './ELabelLink.tsx';
import { type ProductTab, productTabs } from './product-tabs.ts';

const shape: FieldShape = ProductFields.shape;

const fieldsOfTab = (tab: ProductTab): FieldShape =>
  Object.fromEntries(productTabs[tab].flatMap((name) => (shape[name] ? [[name, shape[name]]] : [])));

interface ProductFormProps {
  toolbar?: ReactElement;
  /** The values of a new product before the user changes them. */
  defaultValues?: object;
}

/** The form of a product in tabs, so that it stays usable on a phone. */
export function ProductForm({ toolbar, defaultValues }: ProductFormProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <TabbedForm warnWhenUnsavedChanges {...(toolbar && { toolbar })} {...(defaultValues && { defaultValues })}>
      {(Object.keys(productTabs) as ProductTab[]).map((tab) => (
        <TabbedForm.Tab key={tab} label={t(`admin-catalogue.tab.${tab}`)} path={tab === 'description' ? '' : tab}>
          <SchemaFields fields={fieldsOfTab(tab)} />
          {tab === 'nutrition' && <LabelOfProduct />}
        </TabbedForm.Tab>
      ))}
    </TabbedForm>
  );
}

/** The electronic labels belong to the saved product only. */
const LabelOfProduct = (): ReactNode => (useRecordContext()?.id === undefined ? null : <ELabelLink />);
