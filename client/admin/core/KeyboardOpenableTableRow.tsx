import type { KeyboardEvent, ReactNode } from 'react';
import { DataTableRow, type DataTableRowProps, useDataTableCallbacksContext, useResourceDefinition } from 'react-admin';

/** A row of a table. The framework opens rows by pointer only; this row can also be focused and opened with Enter. */
export function KeyboardOpenableTableRow(props: DataTableRowProps): ReactNode {
  const { rowClick } = useDataTableCallbacksContext();
  const { hasShow, hasEdit } = useResourceDefinition();
  const isOpenable = rowClick === undefined ? hasShow || hasEdit : rowClick !== false;
  return <DataTableRow {...props} {...(isOpenable && { tabIndex: 0, onKeyDown: openOnEnter })} />;
}

function openOnEnter(event: KeyboardEvent<HTMLTableRowElement>): void {
  // Enter on a button or checkbox within the row belongs to that control.
  if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
  event.preventDefault();
  event.currentTarget.click();
}
