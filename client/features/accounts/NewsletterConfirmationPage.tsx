import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useLinkToken } from '#client/core/navigation.ts';
import { createTitleLoader, type TitleData } from '#client/core/page/title-loader.ts';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { MailLinkConfirmation } from './MailLinkConfirmation.tsx';

export const loader = createTitleLoader('accounts.newsletter');

/** Page that the link in the newsletter's confirmation mail opens. It activates the subscription. */
export function Page({ data: { title } }: { data: TitleData }) {
  const { t } = useTexts();
  const token = useLinkToken();
  return (
    <MailLinkConfirmation
      title={title}
      intro={t('accounts.newsletter.ready')}
      confirmLabel={t('accounts.newsletter.confirm')}
      onConfirm={() => callApi('PUT /newsletter/confirm', { body: { token } })}
      done={
        <>
          <h2>{t('accounts.newsletter.done')}</h2>
          <p>{t('accounts.newsletter.done.text')}</p>
          <p>
            <a href="/newsletter/unsubscribe">{t('accounts.unsubscribe')}</a>
          </p>
          <ButtonLink look="quiet" href="/">
            {t('accounts.newsletter.home')}
          </ButtonLink>
        </>
      }
      expired={
        <>
          <h2>{t('accounts.newsletter.failed')}</h2>
          <p>{t('accounts.newsletter.failed.text')}</p>
          <ButtonLink look="quiet" href="/">
            {t('accounts.newsletter.home')}
          </ButtonLink>
        </>
      }
    />
  );
}
