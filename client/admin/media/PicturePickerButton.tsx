import PhotoLibrary from '@mui/icons-material/PhotoLibrary';
import { IconButton, Tooltip } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useAdminTexts } from '../core/admin-context.tsx';
import { PictureDialog } from './PictureDialog.tsx';

interface PictureButtonProps {
  /** The label of the field that gets the picture. */
  label: string;
  onChoose: (id: number) => void;
}

/** Opens the dialog to choose a picture of the site or to upload a new one. */
export function PictureButton({ label, onChoose }: PictureButtonProps): ReactNode {
  const { t } = useAdminTexts();
  const [isOpen, setIsOpen] = useState(false);
  const name = t('admin-content.pictures.chooseFor', { label });
  return (
    <>
      <Tooltip title={name}>
        <IconButton color="primary" aria-label={name} onClick={() => setIsOpen(true)}>
          <PhotoLibrary />
        </IconButton>
      </Tooltip>
      {isOpen && <PictureDialog max={1} onAdd={onChoose} onClose={() => setIsOpen(false)} />}
    </>
  );
}
