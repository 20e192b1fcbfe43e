import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useLinkToken } from '#client/core/navigation.ts';
import { createTitleLoader, type TitleData } from '#client/core/page/title-loader.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import { MailLinkConfirmation } from './MailLinkConfirmation.tsx';

interface Data extends TitleData {
  /** The result that the server adds to the response to the button of a browser without scripts. */
  sent?: FormSubmissionResult;
}

export const loader = createTitleLoader('review-pages.refuse');

/** Page of the link with which a customer refuses further invitations to review, without a log-in. */
export function Page({ data: { title, sent } }: { data: Data }) {
  const { t } = useTexts();
  const token = useLinkToken();
  return (
    <MailLinkConfirmation
      title={title}
      intro={t('review-pages.refuse.ready')}
      confirmLabel={t('review-pages.refuse.confirm')}
      onConfirm={() => callApi('PUT /review/invitation/refuse', { body: { token } })}
      sent={sent}
      worksWithoutScripts
      done={
        <>
          <h2>{t('review-pages.refuse.done')}</h2>
          <p>{t('review-pages.refuse.done.text')}</p>
        </>
      }
      expired={
        <>
          <h2>{t('review-pages.refuse.failed')}</h2>
          <p>{t('review-pages.refuse.failed.text')}</p>
          <p>
            <a href="/account">{t('review-pages.refuse.account')}</a>
          </p>
          <p>
            <a href="/contact">{t('review-pages.refuse.contact')}</a>
          </p>
        </>
      }
    />
  );
}
