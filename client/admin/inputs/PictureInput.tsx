import { Box, Button, FormHelperText, Stack, Typography } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { type InputProps, useGetMany, useInput, useTranslateLabel } from 'react-admin';
import { type FieldError as FormFieldError, useFormContext } from 'react-hook-form';
import { useAdminTexts } from '../core/admin-context.tsx';
import { getFocusableWhenDisabledProps } from '../core/get-focusable-when-disabled-props.ts';
import {
  editableListAttributes,
  focusBeforeRemoval,
  itemAddButtonAttributes,
  itemRemoveButtonAttributes,
} from '../core/list-focus.ts';
import { PicturePickerDialog } from '../media/PicturePickerDialog.tsx';
import { Thumbnail } from '../media/Thumbnail.tsx';
import { UploadProgressList } from '../media/UploadProgressList.tsx';
import { useFileDrop } from '../media/use-file-drop.ts';
import { type Upload, useUploads } from '../media/use-uploads.ts';
import { FieldError } from './FieldError.tsx';
import { type DragItemProps, useDragToReorder } from './use-drag-order.ts';
import { usePendingUploadsValidation } from './use-pending-uploads-validation.ts';

/**
 * Chooses one picture of the site, or uploads one that is dropped on the field. The value is the picture's id, or null.
 */
export function PictureInput(props: InputProps): ReactNode {
  const uploadsValidation = usePendingUploadsValidation(props);
  const { field, fieldState } = useInput({ ...props, validate: uploadsValidation.validate });
  const id = field.value as number | null | undefined;
  return (
    <Pictures
      {...props}
      ids={typeof id === 'number' ? [id] : []}
      max={1}
      error={fieldState.error}
      onUploadsChange={uploadsValidation.update}
      onAdd={field.onChange}
      onChange={([chosen = null]) => field.onChange(chosen)}
    />
  );
}

/**
 * Chooses several pictures of the site in an order, or uploads those that are dropped on the field. The value is the
 * list of their ids.
 */
export function PicturesInput(props: InputProps): ReactNode {
  const uploadsValidation = usePendingUploadsValidation(props);
  const { field, fieldState } = useInput({ ...props, validate: uploadsValidation.validate });
  const { getValues } = useFormContext();
  // Several uploads that end one after another add to the current value, not to that of the last render.
  const add = (id: number) => {
    const current = toIds(getValues(field.name));
    field.onChange([...current.filter((other) => other !== id), id]);
  };
  return (
    <Pictures
      {...props}
      ids={toIds(field.value)}
      error={fieldState.error}
      onUploadsChange={uploadsValidation.update}
      onAdd={add}
      onChange={field.onChange}
    />
  );
}

/** Returns the ids in a value of the form; none for a missing value, which the form represents as an empty string. */
const toIds = (value: unknown): readonly number[] => (Array.isArray(value) ? value : []);

interface PicturesProps extends Pick<InputProps, 'source' | 'label'> {
  ids: readonly number[];
  max?: number;
  error: FormFieldError | undefined;
  /** Called with the uploads of dropped pictures whenever they change. */
  onUploadsChange: (uploads: readonly Upload[]) => void;
  onAdd: (id: number) => void;
  onChange: (ids: number[]) => void;
}

interface ChosenPictureProps {
  id: number;
  onRemove: () => void;
  /** Moves the picture before the previous one; absent for a single picture. */
  onMove?: () => void;
  isFirst?: boolean;
  /** Makes the picture an item that can be dragged; absent for a single picture. */
  dragProps?: DragItemProps;
}

function ChosenPicture({ id, onRemove, onMove, isFirst = false, dragProps }: ChosenPictureProps): ReactNode {
  const { t } = useAdminTexts();
  const { data: [image] = [] } = useGetMany('image', { ids: [id] });
  const name = String(image?.name ?? id);
  return (
    <Box
      component="li"
      {...dragProps}
      sx={{ width: 150, border: '1px solid', borderColor: 'divider', borderRadius: 1 }}
    >
      {image && <Thumbnail image={image} height={100} />}
      <Typography variant="caption" sx={{ display: 'block', px: 0.5, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Button
        size="small"
        onClick={({ currentTarget }) => {
          focusBeforeRemoval(currentTarget);
          onRemove();
        }}
        aria-label={t('admin-content.pictures.remove-name', { name })}
        {...itemRemoveButtonAttributes}
      >
        {t('admin-content.pictures.remove')}
      </Button>
      {onMove && (
        <Button
          size="small"
          aria-label={t('admin-content.pictures.earlier-name', { name })}
          {...getFocusableWhenDisabledProps(isFirst, onMove)}
        >
          {t('admin-content.pictures.earlier')}
        </Button>
      )}
    </Box>
  );
}

function Pictures({ source, label, ids, max, error, onUploadsChange, onAdd, onChange }: PicturesProps): ReactNode {
  const [isChoosing, setIsChoosing] = useState(false);
  const { uploads, add, remove } = useUploads('image', { onUploaded: ({ key }) => onAdd(key) });
  const { isOver, dropProps } = useFileDrop(add, max !== 1);
  const order = useDragToReorder(ids, onChange);
  useEffect(() => onUploadsChange(uploads), [onUploadsChange, uploads]);
  const name = useTranslateLabel()({ source, label: label as string | undefined });
  const move = (at: number) => {
    const next = [...ids];
    next.splice(at - 1, 2, ids[at] as number, ids[at - 1] as number);
    onChange(next);
  };
  return (
    <>
      <Box
        component="fieldset"
        {...(!order.isDragging && dropProps)}
        {...editableListAttributes}
        // Browsers treat a dragged thumbnail as a file, which would be uploaded once more.
        onDragStart={(event) => event.preventDefault()}
        sx={{ ...pictureField, ...(isOver && pictureFieldUnderFile) }}
      >
        <Typography component="legend" variant="body2" color={error ? 'error' : 'text.secondary'}>
          {name}
        </Typography>
        <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, p: 0, my: 1, listStyle: 'none' }}>
          {ids.map((id, at) => (
            <ChosenPicture
              key={id}
              id={id}
              onRemove={() => onChange(ids.filter((other) => other !== id))}
              {...(ids.length > 1 && {
                isFirst: at === 0,
                onMove: () => move(at),
                dragProps: order.getItemProps(id),
              })}
            />
          ))}
        </Box>
        <AddPicture
          isReplaced={max === 1 && ids.length > 0}
          isOrdered={ids.length > 1}
          onClick={() => setIsChoosing(true)}
        />
        <Stack spacing={1} sx={{ mt: 1 }}>
          <UploadProgressList uploads={uploads} onRemove={remove} />
        </Stack>
        {error && (
          <FormHelperText error>
            <FieldError error={error} />
          </FormHelperText>
        )}
      </Box>
      {/* The dialog is outside the field, because its events would otherwise reach the field as well. */}
      {isChoosing && <PicturePickerDialog max={max} onAdd={onAdd} onClose={() => setIsChoosing(false)} />}
    </>
  );
}

const pictureField = { border: 0, p: 0, m: 0, my: 1, minWidth: 0, width: '100%' };
const pictureFieldUnderFile = { bgcolor: 'action.hover', outline: '1px dashed', outlineColor: 'primary.main' };

interface AddPictureProps {
  /** True if a new picture replaces the current one. */
  isReplaced: boolean;
  /** True if there are several pictures, whose order can be changed. */
  isOrdered: boolean;
  onClick: () => void;
}

/**
 * The button for the dialog with the pictures. The hint about dropping is left out on phones, which cannot drag files.
 */
function AddPicture({ isReplaced, isOrdered, onClick }: AddPictureProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <Button variant="outlined" onClick={onClick} {...itemAddButtonAttributes}>
        {t(isReplaced ? 'admin-content.pictures.replace' : 'admin-content.pictures.add')}
      </Button>
      <Typography variant="body2" color="text.secondary" sx={{ display: { xs: 'none', sm: 'block' } }}>
        <span>{t(`admin-content.pictures.${isReplaced ? 'drop-replace' : 'drop'}`)}</span>
        {isOrdered && <span> {t('admin-content.pictures.drag')}</span>}
      </Typography>
    </Stack>
  );
}
