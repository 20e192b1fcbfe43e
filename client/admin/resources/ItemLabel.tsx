import type { ReactNode } from 'react';
import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { useAdminConfig } from '../core/admin-context.tsx';
import { singletonItemId } from '../core/resource-adapter.ts';
import { describeItem } from './describe-item.ts';

/** The text by which staff recognise the item of the context. The only item of a resource has the resource's name. */
export function ItemLabel(): ReactNode {
  const record = useRecordContext();
  const resource = useResourceContext();
  const translate = useTranslate();
  const { lang, languages } = useAdminConfig();
  if (!record) return null;
  if (record.id === singletonItemId) return translate(`resources.${resource}.name`, { smart_count: 2 });
  return describeItem(record, lang, languages[0] ?? lang);
}
