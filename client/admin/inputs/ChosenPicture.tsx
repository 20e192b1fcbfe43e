import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetMany } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import { getFocusableWhenDisabledProps } from '../core/get-focusable-when-disabled-props.ts';
import { focusBeforeRemoval, itemRemoveButtonAttributes } from '../core/list-focus.ts';
import { Thumbnail } from '../media/Thumbnail.tsx';
import type { DragItemProps } from './use-drag-order.ts';

interface ChosenPictureProps {
  id: number;
  onRemove: () => void;
  /** Moves the picture before the previous one; absent for a single picture. */
  onMove?: () => void;
  isFirst?: boolean;
  /** Makes the picture an item that can be dragged; absent for a single picture. */
  dragProps?: DragItemProps;
}

/** A picture of a form, with the buttons that move and remove it. */
export function ChosenPicture({ id, onRemove, onMove, isFirst = false, dragProps }: ChosenPictureProps): ReactNode {
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
