import { type CSSProperties, type HTMLAttributes, useState } from 'react';

/**
 * The MIME type of the data of a dragged item. No other drop target accepts this type, so that a drop outside the list
 * inserts no text and opens no page.
 */
export const draggedItemMimeType = 'application/x-list-item';

export type DragItemProps = Required<
  Pick<HTMLAttributes<HTMLElement>, 'draggable' | 'style' | 'onDragStart' | 'onDragOver' | 'onDrop' | 'onDragEnd'>
>;

/**
 * Lets the items of a list be reordered by dragging, with the drag and drop of the browser as in the page tree. A
 * dragged item moves to the position of the item on which it is dropped. Keyboards and most phones need buttons in
 * addition.
 */
export function useDragToReorder<Item>(items: readonly Item[], onChange: (items: Item[]) => void) {
  const [dragged, setDragged] = useState<Item | null>(null);
  const [target, setTarget] = useState<Item | null>(null);
  const end = () => {
    setDragged(null);
    setTarget(null);
  };
  const getItemProps = (item: Item): DragItemProps => ({
    draggable: true,
    style: getItemStyle({ isDragged: item === dragged, isTarget: item === target }),
    onDragStart: (event) => {
      event.stopPropagation();
      // Firefox does not begin to drag without data.
      event.dataTransfer.setData(draggedItemMimeType, '');
      event.dataTransfer.effectAllowed = 'move';
      setDragged(item);
    },
    onDragOver: (event) => {
      if (dragged === null) return;
      event.preventDefault();
      setTarget(item);
    },
    onDrop: (event) => {
      if (dragged === null) return;
      event.preventDefault();
      if (dragged !== item) onChange(moveTo(items, dragged, item));
      end();
    },
    onDragEnd: end,
  });
  return { isDragging: dragged !== null, getItemProps };
}

const getItemStyle = ({ isDragged, isTarget }: { isDragged: boolean; isTarget: boolean }): CSSProperties => ({
  cursor: 'grab',
  ...(isDragged && { opacity: 0.5 }),
  ...(isTarget && !isDragged && { outline: '2px dashed currentColor' }),
});

function moveTo<Item>(items: readonly Item[], dragged: Item, target: Item): Item[] {
  const others = items.filter((item) => item !== dragged);
  return others.toSpliced(items.indexOf(target), 0, dragged);
}
