import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { useAdminConfig } from '../core/admin-context.tsx';
import { describeItem } from './item-text.ts';

/** The text by which staff recognises the item of the context. */
export function ItemLabel(): ReactNode {
  const record = useRecordContext();
  const { lang, languages } = useAdminConfig();
  return record ? describeItem(record, lang, languages[0] ?? lang) : null;
}
