import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';
import { LoadFailure } from '../core/LoadFailure.tsx';
import { StandaloneScreenFrame } from '../resources/StandaloneScreenFrame.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
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
