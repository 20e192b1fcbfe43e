import { Alert, Box, Button, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { toDataURL } from 'qrcode';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';
import { LoadFailure } from '../core/LoadFailure.tsx';
import { StandaloneScreenFrame } from '../resources/StandaloneScreenFrame.tsx';
import { useQueryInvalidatingAction } from './use-query-invalidating-action.ts';

export default function SecurityScreen(): ReactNode {
  const { t } = useAdminTexts();
  return (
    <StandaloneScreenFrame title={t('admin-people.security.title')} help={t('admin-people.security.help')}>
      <SecondFactorForm />
      <Sessions />
    </StandaloneScreenFrame>
  );
}

function Sessions(): ReactNode {
  const { t, date } = useAdminTexts();
  const { isBusy, run } = useQueryInvalidatingAction('sessions');
  const { data, isError, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: () => callAdminApi('GET /user/session'),
  });
  const end = (id: number) =>
    run(() => callAdminApi('DELETE /user/session/{id}', { params: { id } }), t('admin-people.session.ended'));
  const endOthers = () => run(() => callAdminApi('POST /logout/others'), t('admin-people.session.othersEnded'));
  const when = (iso: string) => date(iso, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <Typography variant="h6" component="h2" sx={{ mt: 5 }}>
        {t('admin-people.session.title')}
      </Typography>
      {isError && <LoadFailure onRetry={refetch} />}
      <Box component="ul" sx={{ p: 0, listStyle: 'none' }}>
        {data?.sessions.map(({ id, device, lastUsedAt, isCurrent }) => (
          <Box component="li" key={id} sx={{ display: 'flex', gap: 2, alignItems: 'center', py: 1 }}>
            <Box sx={{ flexGrow: 1 }}>
              <Typography>{describeDevice(device) || t('admin-people.session.unknown')}</Typography>
              <Typography variant="body2" color="text.secondary">
                {isCurrent
                  ? t('admin-people.session.current')
                  : t('admin-people.session.used', { date: when(lastUsedAt) })}
              </Typography>
            </Box>
            {!isCurrent && (
              <Button disabled={isBusy} onClick={() => end(id)}>
                {t('admin-people.session.end')}
              </Button>
            )}
          </Box>
        ))}
      </Box>
      {data && data.sessions.length > 1 && (
        <Button variant="outlined" disabled={isBusy} onClick={endOthers}>
          {t('admin-people.session.endOthers')}
        </Button>
      )}
    </>
  );
}

const browsers = [/Firefox/, /Edg(?=\/)/, /Chrome/, /Safari/] as const;
const systems = [/iPhone/, /iPad/, /Android/, /Windows/, /Mac OS/, /Linux/] as const;

/** Returns browser and system of a `User-Agent`, such as "Firefox, Windows". The order of the patterns matters. */
function describeDevice(userAgent: string): string {
  const find = (patterns: readonly RegExp[]) => patterns.map((pattern) => pattern.exec(userAgent)?.[0]).find(Boolean);
  return [find(browsers)?.replace('Edg', 'Edge'), find(systems)].filter(Boolean).join(', ');
}

interface Setup {
  secret: string;
  /** The QR code as a data URL. */
  picture: string;
}

/** Provides the calls that enable and disable the user's two-step log-in. Each receives the password or a code. */
function useSecondFactor() {
  const { t } = useAdminTexts();
  const { isBusy, run } = useQueryInvalidatingAction('second-factor');
  const [setup, setSetup] = useState<Setup | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>([]);
  const start = async (password: string) => {
    const { secret, uri } = await callAdminApi('POST /user/second-factor', { body: { password } });
    setSetup({ secret, picture: await toDataURL(uri, { margin: 4, width: 220 }) });
  };
  const enable = async (code: string) => {
    const enabled = await callAdminApi('PUT /user/second-factor', { body: { code } });
    setRecoveryCodes(enabled.recoveryCodes);
    setSetup(null);
  };
  const disable = async (password: string) => {
    await callAdminApi('DELETE /user/second-factor', { body: { password } });
    setRecoveryCodes([]);
  };
  const createAction =
    (send: (value: string) => Promise<void>, successKey: string): ConfirmFormProps['onSend'] =>
    (value, onFailure) =>
      run(() => send(value), t(successKey), onFailure);
  return {
    setup,
    recoveryCodes,
    isBusy,
    start: createAction(start, 'admin-people.factor.started'),
    enable: createAction(enable, 'admin-people.factor.enabled'),
    disable: createAction(disable, 'admin-people.factor.disabled'),
  };
}

function SecondFactorForm(): ReactNode {
  const { t } = useAdminTexts();
  const { data, isError, refetch } = useQuery({
    queryKey: ['second-factor'],
    queryFn: () => callAdminApi('GET /user/second-factor'),
  });
  const { setup, recoveryCodes, isBusy, start, enable, disable } = useSecondFactor();
  return (
    <>
      <Typography variant="h6" component="h2">
        {t('admin-people.factor.title')}
      </Typography>
      {isError && <LoadFailure onRetry={refetch} />}
      {data && (
        <Typography sx={{ my: 1, maxWidth: '70ch' }}>
          {data.isEnabled
            ? t('admin-people.factor.on', { count: data.recoveryCodesLeft })
            : t('admin-people.factor.off')}
        </Typography>
      )}
      {recoveryCodes.length > 0 && <RecoveryCodes codes={recoveryCodes} />}
      {setup && (
        <Box sx={{ my: 2 }}>
          <Typography sx={{ maxWidth: '70ch' }}>{t('admin-people.factor.scan')}</Typography>
          <img src={setup.picture} alt={t('admin-people.factor.qr')} width={220} height={220} />
          <Typography variant="body2">{t('admin-people.factor.secret', { secret: setup.secret })}</Typography>
          <ConfirmForm
            key="code"
            kind="code"
            label={t('admin-people.factor.confirm')}
            isBusy={isBusy}
            onSend={enable}
          />
        </Box>
      )}
      {data && !setup && (
        <ConfirmForm
          key={String(data.isEnabled)}
          kind="password"
          label={t(data.isEnabled ? 'admin-people.factor.disable' : 'admin-people.factor.start')}
          isBusy={isBusy}
          onSend={data.isEnabled ? disable : start}
        />
      )}
    </>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Alert severity="warning" sx={{ my: 2 }}>
      {t('admin-people.factor.recovery')}
      <Box component="pre" sx={{ m: 0, mt: 1, columns: { xs: 1, sm: 2 } }}>
        {codes.join('\n')}
      </Box>
    </Alert>
  );
}

interface ConfirmFormProps {
  kind: 'password' | 'code';
  label: string;
  isBusy: boolean;
  /** Makes the call. `onFailure` shows at the field why the call failed. */
  onSend: (value: string, onFailure: (failure: string) => void) => Promise<boolean>;
}

function ConfirmForm({ kind, label, isBusy, onSend }: ConfirmFormProps): ReactNode {
  const { t } = useAdminTexts();
  const [value, setValue] = useState('');
  const [failure, setFailure] = useState('');
  const change = (text: string) => {
    setValue(text);
    setFailure('');
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (await onSend(value, setFailure)) change('');
  };
  return (
    <Stack component="form" direction={{ xs: 'column', sm: 'row' }} spacing={2} onSubmit={send} sx={{ mt: 2 }}>
      <TextField
        label={t(`admin-people.factor.${kind}`)}
        type={kind === 'password' ? 'password' : 'text'}
        autoComplete={kind === 'password' ? 'current-password' : 'one-time-code'}
        required
        value={value}
        error={failure !== ''}
        helperText={t(failure)}
        onChange={({ target }) => change(target.value)}
      />
      <Button type="submit" variant="contained" disabled={isBusy}>
        {label}
      </Button>
    </Stack>
  );
}
