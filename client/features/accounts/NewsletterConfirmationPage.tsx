import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useLinkToken } from '#client/core/navigation.ts';
import type { PageLoader } from '#client/core/page-module.ts';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { MailLinkConfirmation } from './MailLinkConfirmation.tsx';

interface Data {
  title: string;
}

export const loader: PageLoader<Data> = async ({ texts }) => {
  const title = texts.t('accounts.newsletter');
  return { status: 200, data: { title }, head: { title, hasNoIndex: true } };
};

/** Page that the link in the newsletter's confirmation mail opens. It activates the subscription. */
export function Page({ data: { title } }: { data: Data }) {
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
