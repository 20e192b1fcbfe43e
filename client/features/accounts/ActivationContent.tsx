import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useLinkToken } from '#client/core/navigation.ts';
import { createTitleLoader, type TitleData } from '#client/core/page/title-loader.ts';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { MailLinkConfirmation } from './MailLinkConfirmation.tsx';

export const loader = createTitleLoader('accounts.activation');

interface ActivationPageProps {
  data: TitleData;
  loginPath: string;
}

/** Page that the link in the registration mail opens. It activates the account. */
export function ActivationPage({ data: { title }, loginPath }: ActivationPageProps) {
  const { t } = useTexts();
  const token = useLinkToken();
  return (
    <MailLinkConfirmation
      title={title}
      intro={t('accounts.activation.ready')}
      confirmLabel={t('accounts.activation.confirm')}
      onConfirm={() => callApi('PUT /register/activate', { body: { token } })}
      done={
        <>
          <h2>{t('accounts.activation.done')}</h2>
          <p>{t('accounts.activation.done.text')}</p>
          <ButtonLink href={loginPath}>{t('accounts.login.submit')}</ButtonLink>
        </>
      }
      expired={
        <>
          <h2>{t('accounts.activation.failed')}</h2>
          <p>{t('accounts.activation.failed.text')}</p>
          <ButtonLink look="quiet" href="/auth">
            {t('accounts.auth')}
          </ButtonLink>
        </>
      }
    />
  );
}
