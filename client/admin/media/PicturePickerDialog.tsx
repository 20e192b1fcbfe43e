import CheckCircle from '@mui/icons-material/CheckCircle';
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
import { LoadFailure } from '../core/LoadFailure.tsx';
import { MediaUploader } from './MediaUploader.tsx';
import { Thumbnail } from './Thumbnail.tsx';

interface PicturePickerDialogProps {
  /** 1 to choose a single picture. Any other value allows any number of pictures. */
  max: number | undefined;
  onAdd: (id: number) => void;
  onClose: () => void;
}

const picturesPerPage = 24;

/**
 * Lets the user choose pictures of the site, or upload new ones. A single picture is chosen with one click; several are
 * marked first, and added together. The dialog closes once all files are uploaded.
 */
export function PicturePickerDialog({ max, onAdd, onClose }: PicturePickerDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const { data = [], total = 0, isSuccess, isLoadingError, refetch } = useFoundPictures(search, page);
  const isMultiple = max !== 1;
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const add = (ids: readonly number[]) => {
    for (const id of ids) onAdd(id);
    onClose();
  };
  const choose = (id: number) => {
    if (isMultiple) setChosen((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]));
    else add([id]);
  };
  const pages = Math.ceil(total / picturesPerPage);
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="picture-dialog-title">
      <DialogTitle id="picture-dialog-title">
        {t(isMultiple ? 'admin-content.pictures.chooseSeveral' : 'admin-content.pictures.choose')}
      </DialogTitle>
      <DialogContent>
        <MediaUploader
          kind="image"
          isMultiple={isMultiple}
          onUploaded={({ key }) => onAdd(key)}
          onAllUploaded={() => add(chosen)}
        />
        <TextField
          label={t('admin-content.pictures.search')}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setPage(1);
          }}
        />
        <PictureGrid pictures={data} chosen={isMultiple ? chosen : null} onChoose={choose} />
        {isLoadingError && <LoadFailure onRetry={refetch} />}
        {isSuccess && total === 0 && <Typography>{t('admin-content.pictures.none')}</Typography>}
        {pages > 1 && <Pagination count={pages} page={page} onChange={(_event, next) => setPage(next)} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('admin-content.cancel')}</Button>
        {isMultiple && (
          <Button variant="contained" disabled={chosen.length === 0} onClick={() => add(chosen)}>
            {t('admin-content.pictures.addChosen', { count: chosen.length })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Loads one page of the site's pictures, the newest first. */
function useFoundPictures(search: string, page: number) {
  return useGetList('image', {
    filter: { search: useDeferredValue(search) },
    pagination: { page, perPage: picturesPerPage },
    sort: { field: 'id', order: 'DESC' },
  });
}

interface PictureGridProps {
  pictures: readonly RaRecord[];
  /** The ids of the marked pictures; null if a click chooses a picture at once. */
  chosen: readonly number[] | null;
  onChoose: (id: number) => void;
}

const PictureGrid = ({ pictures, chosen, onChoose }: PictureGridProps): ReactNode => (
  <Box component="ul" sx={pictureGrid}>
    {pictures.map((image) => {
      const id = Number(image.id);
      const isChosen = chosen?.includes(id) ?? false;
      return (
        <li key={id}>
          <ButtonBase onClick={() => onChoose(id)} sx={pictureButton} {...(chosen && { 'aria-pressed': isChosen })}>
            {isChosen && <CheckCircle color="primary" sx={chosenMark} />}
            <Thumbnail image={image} height={110} />
            <PictureName image={image} />
          </ButtonBase>
        </li>
      );
    })}
  </Box>
);

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
  '&[aria-pressed="true"]': { borderColor: 'primary.main', outline: '1px solid', outlineColor: 'primary.main' },
};
const chosenMark = { position: 'absolute', top: 4, right: 4, bgcolor: 'background.paper', borderRadius: '50%' };
