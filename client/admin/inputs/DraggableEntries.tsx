import DragIndicator from '@mui/icons-material/DragIndicator';
import { Box } from '@mui/material';
import { createContext, type DragEvent, type ReactNode, useContext, useRef } from 'react';
import { useSimpleFormIterator } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import { draggedItemMimeType } from './use-drag-order.ts';

interface DraggedEntry {
  index: number;
  moveTo: (index: number) => void;
}

const DragStart = createContext<(entry: DraggedEntry) => void>(() => {});

const rowSelector = '.RaSimpleFormIterator-line';
const targetMark = 'data-drop-target';

/**
 * Lets the entries of the list inside be reordered by dragging their handles. A dragged entry moves to the position of
 * the entry on which it is dropped. Keyboards and most phones use the buttons of the entries.
 */
export function DraggableEntries({ children }: { children: ReactNode }): ReactNode {
  const dragged = useRef<DraggedEntry | null>(null);
  const target = useRef<Element | null>(null);
  const setTarget = (row: Element | null) => {
    target.current?.removeAttribute(targetMark);
    row?.setAttribute(targetMark, '');
    target.current = row;
  };
  const start = (entry: DraggedEntry) => {
    dragged.current = entry;
  };
  const end = () => {
    setTarget(null);
    dragged.current = null;
  };
  return (
    <Box
      sx={listStyle}
      onDragOver={(event) => {
        if (dragged.current === null) return;
        event.preventDefault();
        setTarget(findRow(event));
      }}
      onDrop={(event) => {
        if (dragged.current === null) return;
        event.preventDefault();
        const row = findRow(event);
        const index = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : dragged.current.index;
        if (index !== dragged.current.index) dragged.current.moveTo(index);
        end();
      }}
      onDragEnd={end}
    >
      <DragStart value={start}>{children}</DragStart>
    </Box>
  );
}

const listStyle = {
  width: '100%',
  [`& [${targetMark}]`]: { outline: '2px dashed', outlineColor: 'primary.main', outlineOffset: -2 },
};

/** Returns the entry under the pointer. For an entry of a nested list, that is the outer entry that contains it. */
function findRow({ target, currentTarget }: DragEvent): Element | null {
  let row = target instanceof Element ? target.closest(rowSelector) : null;
  for (let outer = row; outer && currentTarget.contains(outer); ) {
    row = outer;
    outer = outer.parentElement?.closest(rowSelector) ?? null;
  }
  return row && currentTarget.contains(row) ? row : null;
}

/** The number of an entry, by which the entry is dragged. */
export function DragHandle({ index }: { index: number }): ReactNode {
  const { t } = useAdminTexts();
  const { reOrder } = useSimpleFormIterator();
  const start = useContext(DragStart);
  return (
    <Box
      component="span"
      draggable
      title={t('admin.dragEntry')}
      onDragStart={(event) => {
        event.stopPropagation();
        // Firefox does not begin to drag without data.
        event.dataTransfer.setData(draggedItemMimeType, '');
        event.dataTransfer.effectAllowed = 'move';
        const row = event.currentTarget.closest(rowSelector);
        if (row) event.dataTransfer.setDragImage(row, 0, 0);
        start({ index, moveTo: (to) => reOrder(index, to) });
      }}
      sx={{ display: 'inline-flex', alignItems: 'center', cursor: 'grab', ml: -0.5 }}
    >
      <DragIndicator fontSize="small" color="action" sx={{ display: { xs: 'none', sm: 'block' } }} />
      <span>{index + 1}</span>
    </Box>
  );
}
