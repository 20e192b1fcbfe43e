import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useLinkToken } from '#client/core/navigation.ts';
import { createTitleLoader, type TitleData } from '#client/core/page/title-loader.ts';
import { MailLinkConfirmation } from '#client/features/accounts/MailLinkConfirmation.tsx';

export const loader = createTitleLoader('elements.cancel');

/** Page that the link in the mails of a registration opens. A button cancels the registration. */
export function Page({ data: { title } }: { data: TitleData }) {
  const { t } = useTexts();
  const token = useLinkToken();
  return (
    <MailLinkConfirmation
      title={title}
      intro={t('elements.cancel.ready')}
      confirmLabel={t('elements.cancel.confirm')}
      onConfirm={() => callApi('PUT /element/registration/cancel', { body: { token } })}
      done={
        <>
          <h2>{t('elements.cancel.done')}</h2>
          <p>{t('elements.cancel.done.text')}</p>
        </>
      }
      expired={
        <>
          <h2>{t('elements.cancel.expired')}</h2>
          <p>{t('elements.cancel.expired.text')}</p>
        </>
      }
    />
  );
}
