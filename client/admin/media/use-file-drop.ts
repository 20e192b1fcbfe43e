import { type DragEvent, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/**
 * Makes an element a drop target for files. Otherwise the browser would open a dropped file in place of the panel.
 * @param isMultiple False if the target takes only the first of several files.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void, isMultiple = true) {
  const [isOver, setIsOver] = useState(false);
  const dropProps = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      // The pointer also leaves the element when it enters a child.
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      onFiles([...event.dataTransfer.files].slice(0, isMultiple ? undefined : 1));
    },
  };
  return { isOver, dropProps };
}
