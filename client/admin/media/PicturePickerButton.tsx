import PhotoLibrary from '@mui/icons-material/PhotoLibrary';
import { IconButton, Tooltip } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useAdminTexts } from '../core/admin-context.tsx';
import { PicturePickerDialog } from './PicturePickerDialog.tsx';

interface PicturePickerButtonProps {
  label: string;
  onChoose: (id: number) => void;
}

export function PicturePickerButton({ label, onChoose }: PicturePickerButtonProps): ReactNode {
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
      {isOpen && <PicturePickerDialog max={1} onAdd={onChoose} onClose={() => setIsOpen(false)} />}
    </>
  );
}
