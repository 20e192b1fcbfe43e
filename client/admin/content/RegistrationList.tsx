import {
  Box,
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Stack,
  Typography,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import { AutocompleteInput, type HttpError, ReferenceInput, SelectInput, useNotify, useRefresh } from 'react-admin';
import { buildApiUrl } from '#client/core/build-api-url.ts';
import { maxTextLengths } from '#shared/limits.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { type AdminResponseData, callAdminApi } from '../core/call-admin-api.ts';
import { isNoteTooLong, NoteField } from '../inputs/NoteField.tsx';
import { ItemsOrNoResults } from '../resources/ItemsOrNoResults.tsx';
import { ListWithExport } from './ListWithExport.tsx';

type ElementRegistration = AdminResponseData<'GET /admin/element/registration'>['registrations'][number];

const states = ['CONFIRMED', 'WAITING', 'CANCELLED'] as const;

export default function RegistrationList(): ReactNode {
  const { t } = useAdminTexts();
  const filters = [
    <ReferenceInput key="element" source="idElement" reference="element" alwaysOn>
      <AutocompleteInput label={t('admin-content.registrations.element')} />
    </ReferenceInput>,
    <SelectInput
      key="state"
      source="state"
      label={t('admin-content.registrations.state')}
      choices={states.map((id) => ({ id, name: t(`admin-content.registrations.${id}`) }))}
      translateChoice={false}
      alwaysOn
    />,
  ];
  return (
    <ListWithExport
      help={t('admin-content.registrations.help')}
      filters={filters}
      getExportUrl={({ idElement }) =>
        idElement === undefined || idElement === ''
          ? null
          : buildApiUrl('GET /admin/element/registrations.csv', { query: { idElement } })
      }
    >
      <ItemsOrNoResults<ElementRegistration>>
        {(registrations) => <Registrations registrations={registrations} />}
      </ItemsOrNoResults>
    </ListWithExport>
  );
}

interface CancelRegistrationDialogProps {
  registration: ElementRegistration;
  onClose: () => void;
}

/** Cancels a registration, and asks for the reason, which the visitor receives by mail. */
export function CancelRegistrationDialog({ registration, onClose }: CancelRegistrationDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const notify = useNotify();
  const refresh = useRefresh();
  const [reason, setReason] = useState('');
  const [isSaving, setIsSaving] = useState(false);
  const cancel = async () => {
    setIsSaving(true);
    try {
      const { id } = registration;
      await callAdminApi('PUT /admin/element/registration/{id}/cancel', { params: { id }, body: { reason } });
      notify('admin-content.registrations.cancelled');
      refresh();
      onClose();
    } catch (error) {
      notify((error as HttpError).message || 'admin.callFailed', { type: 'error' });
      setIsSaving(false);
    }
  };
  return (
    <Dialog open onClose={onClose} fullWidth aria-labelledby="cancel-registration-title">
      <DialogTitle id="cancel-registration-title">
        {t('admin-content.registrations.cancel-name', { name: registration.name })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText>{t('admin-content.registrations.cancel-text')}</DialogContentText>
        <NoteField
          label={t('admin-content.registrations.reason')}
          value={reason}
          maxLength={maxTextLengths.message}
          onChange={setReason}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('admin-content.registrations.keep')}</Button>
        <Button
          variant="contained"
          color="error"
          onClick={cancel}
          disabled={isSaving || isNoteTooLong(reason, maxTextLengths.message)}
        >
          {t('admin-content.registrations.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Registrations({ registrations }: { registrations: readonly ElementRegistration[] }): ReactNode {
  const [cancelled, setCancelled] = useState<ElementRegistration | null>(null);
  return (
    <Box component="ul" sx={{ p: 0, m: 0, listStyle: 'none' }}>
      {registrations.map((registration) => (
        <RegistrationRow
          key={registration.id}
          registration={registration}
          onCancel={() => setCancelled(registration)}
        />
      ))}
      {cancelled && <CancelRegistrationDialog registration={cancelled} onClose={() => setCancelled(null)} />}
    </Box>
  );
}

interface RegistrationRowProps {
  registration: ElementRegistration;
  onCancel: () => void;
}

function RegistrationRow({ registration, onCancel }: RegistrationRowProps): ReactNode {
  const { t, date } = useAdminTexts();
  const { title, startsAt, name, email, people, state } = registration;
  const isOver = state === 'CANCELLED' || new Date(startsAt) < new Date();
  return (
    <Stack
      component="li"
      direction={{ xs: 'column', sm: 'row' }}
      sx={{ p: 2, gap: 1, justifyContent: 'space-between', borderBottom: '1px solid', borderColor: 'divider' }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography>
          {t('admin-content.registrations.people', { name, count: people })} – <a href={`mailto:${email}`}>{email}</a>
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {title}, {date(startsAt, { dateStyle: 'full', timeStyle: 'short' })}
        </Typography>
      </Box>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
        <Chip size="small" variant="outlined" label={t(`admin-content.registrations.${state}`)} />
        {!isOver && (
          <Button color="error" onClick={onCancel} aria-label={t('admin-content.registrations.cancel-name', { name })}>
            {t('admin-content.registrations.cancel')}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
