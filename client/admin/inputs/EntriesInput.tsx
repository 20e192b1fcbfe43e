import Add from '@mui/icons-material/Add';
import DragIndicator from '@mui/icons-material/DragIndicator';
import PhotoLibrary from '@mui/icons-material/PhotoLibrary';
import { Box, Button, Stack, Typography } from '@mui/material';
import { createContext, type DragEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { ArrayInput, SimpleFormIterator, useSimpleFormIterator } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useAdminTexts } from '../core/admin-context.tsx';
import { PicturePickerDialog } from '../media/PicturePickerDialog.tsx';
import { UploadProgressList } from '../media/UploadProgressList.tsx';
import { useFileDrop } from '../media/use-file-drop.ts';
import { type Upload, useUploads } from '../media/use-uploads.ts';
import { describeField, type FieldSchemas, useFieldText } from './describe-field.ts';
import { draggedItemMimeType } from './use-drag-order.ts';
import { usePendingUploadsValidation } from './use-pending-uploads-validation.ts';

interface EntriesInputProps {
  source: string;
  /** The fields of each entry, if all entries have the same ones. */
  fields?: FieldSchemas;
  children: ReactNode;
}

interface AddPictureEntriesProps {
  /** Called with the uploads of dropped pictures whenever they change. */
  onUploadsChange: (uploads: readonly Upload[]) => void;
}

/** Adds an entry for each chosen, uploaded or dropped picture to the list around it. */
function AddPictureEntries({ onUploadsChange }: AddPictureEntriesProps): ReactNode {
  const { t } = useAdminTexts();
  const { add } = useSimpleFormIterator();
  const [isChoosing, setIsChoosing] = useState(false);
  const addPicture = (image: number) => add({ image });
  const { uploads, add: upload, remove } = useUploads('image', { onUploaded: ({ key }) => addPicture(key) });
  const { isOver, dropProps } = useFileDrop(upload);
  useEffect(() => onUploadsChange(uploads), [onUploadsChange, uploads]);
  return (
    <>
      <Box {...dropProps} sx={{ ...dropArea, ...(isOver && dropAreaUnderFile) }}>
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Button size="small" variant="outlined" startIcon={<PhotoLibrary />} onClick={() => setIsChoosing(true)}>
            {t('admin-content.pictures.addSeveral')}
          </Button>
          <Typography variant="body2" color="text.secondary" sx={{ display: { xs: 'none', sm: 'block' } }}>
            {t('admin-content.pictures.drop')}
          </Typography>
        </Stack>
        <Stack spacing={1} sx={{ mt: 1 }}>
          <UploadProgressList uploads={uploads} onRemove={remove} />
        </Stack>
      </Box>
      {/* The dialog is outside the area, because its events would otherwise reach the area as well. */}
      {isChoosing && <PicturePickerDialog max={undefined} onAdd={addPicture} onClose={() => setIsChoosing(false)} />}
    </>
  );
}

const dropArea = { width: '100%', p: 1, borderRadius: 1 };
const dropAreaUnderFile = { bgcolor: 'action.hover', outline: '1px dashed', outlineColor: 'primary.main' };

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
function DraggableEntries({ children }: { children: ReactNode }): ReactNode {
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
function DragHandle({ index }: { index: number }): ReactNode {
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

/** The fields that a new entry copies from the last one, by the name of the list. */
const repeatedFields: Readonly<Record<string, readonly string[]>> = {
  variants: ['price', 'capacity', 'capacityUnit', 'isStockManaged'],
};

/** Adds an entry to a list. A new variant starts with the price and the format of the last one. */
export function AddEntryButton(): ReactNode {
  const { t } = useAdminTexts();
  const { add, source } = useSimpleFormIterator();
  const { getValues } = useFormContext();
  const text = useFieldText('additions', '');
  const addEntry = () => {
    const names = repeatedFields[source];
    const list: unknown = names && getValues(source);
    const last = Array.isArray(list) ? (list.at(-1) as Readonly<Record<string, unknown>> | undefined) : undefined;
    if (names && last) add(Object.fromEntries(names.map((name) => [name, last[name]])));
    else add();
  };
  return (
    <Button size="small" startIcon={<Add />} onClick={addEntry} className={`button-add-${source}`}>
      {text ?? t('admin.addEntry')}
    </Button>
  );
}

/**
 * A list of numbered entries, which can be added, removed, and moved with buttons or by dragging their numbers.
 * Pictures are added to a list of pictures several at a time.
 */
export function EntriesInput({ source, fields = {}, children }: EntriesInputProps): ReactNode {
  const uploadsValidation = usePendingUploadsValidation({ source });
  const isPictures = isPictureList(fields);
  return (
    <DraggableEntries>
      <ArrayInput source={source} validate={uploadsValidation.validate}>
        <SimpleFormIterator
          fullWidth
          disableClear
          // The autofocus would open the list of videos of each added picture.
          disableAutoFocus={isPictures}
          addButton={
            <>
              <AddEntryButton />
              {isPictures && <AddPictureEntries onUploadsChange={uploadsValidation.update} />}
            </>
          }
          getItemLabel={(index) => <DragHandle index={index} />}
        >
          {children}
        </SimpleFormIterator>
      </ArrayInput>
    </DraggableEntries>
  );
}

/** Checks whether a picture is the only required field of an entry. */
function isPictureList({ image, ...others }: FieldSchemas): boolean {
  if (!image) return false;
  const field = describeField('image', image);
  const isPicture = field.kind === 'reference' && field.resource === 'image';
  return isPicture && Object.entries(others).every(([name, schema]) => !describeField(name, schema).isRequired);
}
