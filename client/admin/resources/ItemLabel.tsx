import type { ReactNode } from 'react';
import { ReferenceField, useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { adminResourceSpecs } from '#shared/admin/admin-resource-specs.ts';
import type { ResourceSpec } from '#shared/resource-spec.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { singletonItemId } from '../core/resource-adapter.ts';
import { describeField, getObjectFields } from '../inputs/describe-field.ts';
import { useChoiceFormatter } from '../inputs/use-choice-formatter.ts';
import { useItemDescriber } from './describe-item.ts';

/**
 * The text by which staff recognise the item of the context. The only item of a resource has the resource's name. An
 * item whose key is a language or another item, such as an address, has the name of that.
 */
export function ItemLabel(): ReactNode {
  const record = useRecordContext();
  const resource = useResourceContext();
  const translate = useTranslate();
  const { t } = useAdminTexts();
  const describeRecord = useItemDescriber();
  const spec = adminResourceSpecs.find(({ name }) => name === resource);
  const keyLabel = useChoiceFormatter(spec?.key ?? 'id');
  if (!record) return null;
  if (record.id === singletonItemId) return translate(`resources.${resource}.name`, { smart_count: 2 });
  const reference = spec?.key && findReference(spec, spec.key);
  if (spec?.key && reference)
    return (
      <ReferenceField source={spec.key} reference={reference} link={false}>
        <ItemLabel />
      </ReferenceField>
    );
  if (resource === 'parameter') return t(`admin-parameters.${record.id}.label`);
  const text = describeRecord(record);
  return text === String(record.id) ? keyLabel(text) : text;
}

/** Returns the resource to which a field refers; null for all other fields. */
export function findReference({ name, input }: ResourceSpec<unknown>, source: string): string | null {
  const schema = getObjectFields(input)[source];
  const field = schema && describeField(source, schema, name);
  return field?.kind === 'reference' ? field.resource : null;
}
