import { Typography } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import { Link, TabbedForm, TabbedFormTabs, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { maxVariants, ProductFields, VariantInput } from '#shared/catalogue/product-input.ts';
import { Localized } from '#shared/localized.ts';
import { unwrapSchema } from '#shared/unwrap-schema.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { FieldSchemas } from '../inputs/describe-field.ts';
import { SchemaFields } from '../inputs/SchemaInput.tsx';
import { ScrollToFirstError } from '../resources/ScrollToFirstError.tsx';
import { ProductELabels } from './labels/ProductELabels.tsx';
import { type ProductTab, productFieldsByTab } from './product-fields-by-tab.ts';

/** The texts that a product may leave empty, although the schema expects a text. */
const { appellation, summary, description } = ProductFields.shape;
const shape: FieldSchemas = {
  ...ProductFields.shape,
  appellation: appellation.optional(),
  summary: summary.optional(),
  description: description.optional(),
  tasting: z.object({ eye: Localized.optional(), nose: Localized.optional(), mouth: Localized.optional() }),
};

/** The volume is optional in the schema because of vouchers, which have none; any other product must state it. */
const { capacity, capacityUnit } = VariantInput.shape;
const volume = { capacity: unwrapSchema(capacity).schema, capacityUnit: unwrapSchema(capacityUnit).schema };
const createVariantsSchema = (variant: z.ZodType) => z.array(variant).min(1).max(maxVariants);
const bottleVariants = createVariantsSchema(VariantInput.extend(volume));
const voucherVariants = createVariantsSchema(VariantInput.omit({ capacity: true, capacityUnit: true }));

const fieldsOfTab = (tab: ProductTab): FieldSchemas =>
  Object.fromEntries(productFieldsByTab[tab].flatMap((name) => (shape[name] ? [[name, shape[name]]] : [])));

/** Makes the tabs scroll on a phone instead of widening the page. */
const scrollingTabs = {
  variant: 'scrollable',
  allowScrollButtonsMobile: true,
  sx: { width: 0, minWidth: '100%' },
} as const;

interface ProductFormProps {
  toolbar?: ReactElement;
  defaultValues?: object;
}

/**
 * The form of a product in tabs, so that it stays usable on a phone. The validation of the browser is off, because it
 * cannot show an error in a hidden tab.
 */
export function ProductForm({ toolbar, defaultValues }: ProductFormProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <TabbedForm
      tabs={<TabbedFormTabs {...scrollingTabs} />}
      noValidate
      warnWhenUnsavedChanges
      {...(toolbar && { toolbar })}
      {...(defaultValues && { defaultValues })}
    >
      {(Object.keys(productFieldsByTab) as ProductTab[]).map((tab) => (
        <TabbedForm.Tab key={tab} label={t(`admin-catalogue.tab.${tab}`)} path={tab === 'description' ? '' : tab}>
          {tab === 'variants' ? <VariantTabFields /> : <SchemaFields fields={fieldsOfTab(tab)} />}
          {tab === 'variants' && <StockHint />}
          {tab === 'description' && <ScrollToFirstError />}
          {tab === 'nutrition' && <LabelOfProduct />}
        </TabbedForm.Tab>
      ))}
    </TabbedForm>
  );
}

/** A voucher has no volume, and only a box has contents. If the type of a box is changed, its contents stay visible, so that they can be removed. */
function VariantTabFields(): ReactNode {
  const [type, contents, kind]: unknown[] = useWatch({ name: ['type', 'boxContents', 'kind'] });
  const isBox = type === 'BOX' || (Array.isArray(contents) && contents.length > 0);
  const fields = { ...fieldsOfTab('variants'), variants: kind === 'voucher' ? voucherVariants : bottleVariants };
  return <SchemaFields fields={fields} omit={isBox ? [] : ['boxContents']} />;
}

/** Explains where the stock of saved variants is changed, because the form has a stock input for new variants only. */
function StockHint(): ReactNode {
  const { t } = useAdminTexts();
  if (useRecordContext()?.id === undefined) return null;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
      {t('admin-catalogue.stockHint')} <Link to="/stock">{t('admin-catalogue.stockLink')}</Link>
    </Typography>
  );
}

/** The electronic labels of a saved product. A new product has none. */
const LabelOfProduct = (): ReactNode => (useRecordContext()?.id === undefined ? null : <ProductELabels />);
