import {
  Box,
  Button,
  ButtonBase,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Pagination,
  TextField,
  Typography,
} from '@mui/material';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import { MediaUploader } from './MediaUploader.tsx';
import { Thumbnail } from './Thumbnail.tsx';

interface PictureDialogProps {
  /** The number of pictures that the user can choose; any number if it is absent. */
  max: number | undefined;
  onAdd: (id: number) => void;
  onClose: () => void;
}

const picturesPerPage = 24;

/** Lets the user choose a picture of the site, or upload new ones. It closes once all files are uploaded. */
export function PictureDialog({ max, onAdd, onClose }: PictureDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const filter = { search: useDeferredValue(search) };
  const {
    data = [],
    total = 0,
    isPending,
  } = useGetList('image', {
    filter,
    pagination: { page, perPage: picturesPerPage },
    sort: { field: 'id', order: 'DESC' },
  });
  const choose = (id: number) => {
    onAdd(id);
    onClose();
  };
  const pages = Math.ceil(total / picturesPerPage);
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="picture-dialog-title">
      <DialogTitle id="picture-dialog-title">{t('admin-content.pictures.choose')}</DialogTitle>
      <DialogContent>
        <MediaUploader
          kind="image"
          isMultiple={max !== 1}
          onUploaded={({ key }) => onAdd(key)}
          onAllUploaded={onClose}
        />
        <TextField
          label={t('admin-content.pictures.search')}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setPage(1);
          }}
        />
        <Box component="ul" sx={pictureGrid}>
          {data.map((image) => (
            <li key={image.id}>
              <ButtonBase onClick={() => choose(Number(image.id))} sx={pictureButton}>
                <Thumbnail image={image} height={110} />
                <PictureName image={image} />
              </ButtonBase>
            </li>
          ))}
        </Box>
        {!isPending && total === 0 && <Typography>{t('admin-content.pictures.none')}</Typography>}
        {pages > 1 && <Pagination count={pages} page={page} onChange={(_event, next) => setPage(next)} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('admin-content.cancel')}</Button>
      </DialogActions>
    </Dialog>
  );
}

const PictureName = ({ image }: { image: RaRecord }): ReactNode => (
  <Typography variant="caption" sx={{ p: 0.5, width: '100%', overflowWrap: 'anywhere', textAlign: 'left' }}>
    {String(image.name)}
  </Typography>
);

const pictureGrid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(8rem, 1fr))',
  gap: 1,
  p: 0,
  my: 2,
  listStyle: 'none',
};
const pictureButton = {
  display: 'flex',
  flexDirection: 'column',
  width: '100%',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 1,
  overflow: 'hidden',
  '&:focus-visible, &:hover': { borderColor: 'primary.main' },
};
