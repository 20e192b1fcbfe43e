import { Box, Button, FormHelperText, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type InputProps, useGetMany, useInput, useTranslateLabel } from 'react-admin';
import { type FieldError as FormFieldError, useFormContext } from 'react-hook-form';
import { useAdminTexts } from '../core/admin-context.tsx';
import { PictureDialog } from '../media/PictureDialog.tsx';
import { Thumbnail } from '../media/Thumbnail.tsx';
import { FieldError } from './FieldError.tsx';

/** Chooses one picture of the site. The value is the picture's id, or null. */
export function PictureInput(props: InputProps): ReactNode {
  const { field, fieldState } = useInput(props);
  const id = field.value as number | null | undefined;
  return (
    <Pictures
      {...props}
      ids={typeof id === 'number' ? [id] : []}
      max={1}
      error={fieldState.error}
      onAdd={field.onChange}
      onChange={([chosen = null]) => field.onChange(chosen)}
    />
  );
}

/** Chooses several pictures of the site in an order. The value is the list of their ids. */
export function PicturesInput(props: InputProps): ReactNode {
  const { field, fieldState } = useInput(props);
  const { getValues } = useFormContext();
  // Several uploads that end one after another add to the present value, not to that of the last render.
  const add = (id: number) => {
    const present = toIds(getValues(field.name));
    field.onChange([...present.filter((other) => other !== id), id]);
  };
  return (
    <Pictures {...props} ids={toIds(field.value)} error={fieldState.error} onAdd={add} onChange={field.onChange} />
  );
}

/** The form library represents a missing value as an empty string. */
const toIds = (value: unknown): readonly number[] => (Array.isArray(value) ? value : []);

interface PicturesProps extends Pick<InputProps, 'source' | 'label'> {
  ids: readonly number[];
  max?: number;
  error: FormFieldError | undefined;
  onAdd: (id: number) => void;
  onChange: (ids: number[]) => void;
}

function Pictures({ source, label, ids, max, error, onAdd, onChange }: PicturesProps): ReactNode {
  const { t } = useAdminTexts();
  const [isChoosing, setIsChoosing] = useState(false);
  const name = useTranslateLabel()({ source, label: label as string | undefined });
  const move = (at: number) => {
    const next = [...ids];
    next.splice(at - 1, 2, ids[at] as number, ids[at - 1] as number);
    onChange(next);
  };
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, my: 1, minWidth: 0, width: '100%' }}>
      <Typography component="legend" variant="body2" color={error ? 'error' : 'text.secondary'}>
        {name}
      </Typography>
      <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, p: 0, my: 1, listStyle: 'none' }}>
        {ids.map((id, at) => (
          <ChosenPicture
            key={id}
            id={id}
            onRemove={() => onChange(ids.filter((other) => other !== id))}
            {...(at > 0 && { onMove: () => move(at) })}
          />
        ))}
      </Box>
      <Button variant="outlined" onClick={() => setIsChoosing(true)}>
        {t(max === 1 && ids.length > 0 ? 'admin-content.pictures.replace' : 'admin-content.pictures.add')}
      </Button>
      {error && (
        <FormHelperText error>
          <FieldError error={error} />
        </FormHelperText>
      )}
      {isChoosing && <PictureDialog max={max} onAdd={onAdd} onClose={() => setIsChoosing(false)} />}
    </Box>
  );
}

interface ChosenPictureProps {
  id: number;
  onRemove: () => void;
  /** Moves the picture before the previous one; absent for the first picture. */
  onMove?: () => void;
}

function ChosenPicture({ id, onRemove, onMove }: ChosenPictureProps): ReactNode {
  const { t } = useAdminTexts();
  const { data: [image] = [] } = useGetMany('image', { ids: [id] });
  const name = String(image?.name ?? id);
  return (
    <Box component="li" sx={{ width: 150, border: '1px solid', borderColor: 'divider', borderRadius: 1 }}>
      {image && <Thumbnail image={image} height={100} />}
      <Typography variant="caption" sx={{ display: 'block', px: 0.5, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Button size="small" onClick={onRemove} aria-label={t('admin-content.pictures.remove-name', { name })}>
        {t('admin-content.pictures.remove')}
      </Button>
      {onMove && (
        <Button size="small" onClick={onMove} aria-label={t('admin-content.pictures.earlier-name', { name })}>
          {t('admin-content.pictures.earlier')}
        </Button>
      )}
    </Box>
  );
}
