import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { useLinkToken } from '#client/core/navigation.ts';
import { PageTop } from '#client/core/page/PageTop.tsx';
import type { PageLoader } from '#client/core/page-module.ts';
import { useQuery } from '#client/core/use-query.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { ReviewSubject } from '#shared/reviews/review-schemas.ts';
import { OwnReview } from './OwnReview.tsx';
import { ReviewForm } from './ReviewForm.tsx';
import css from './ReviewInvitationPage.module.css';

interface Data {
  title: string;
}

export const loader: PageLoader<Data> = async ({ texts }) => {
  const title = texts.t('review-pages.form.title');
  return { status: 200, data: { title }, head: { title, noIndex: true } };
};

/** Target of the link in an invitation: one form for each wine of the order, and one for the estate. */
export function Page({ data: { title } }: { data: Data }) {
  const { t } = useTexts();
  const token = useLinkToken();
  const { data, error, isLoading, reload } = useQuery(
    (signal) => callApi('POST /review/invitation', { body: { token }, signal }),
    [token],
  );
  const isExpired = error?.status === 422 || error?.status === 400;
  return (
    <div className="page">
      <PageTop crumbs={[{ title }]} title={title}>
        {data && <p>{t('review-pages.form.lead', { number: data.orderNumber })}</p>}
      </PageTop>
      <NoScriptNotice />
      <div className={css.subjects} aria-busy={isLoading}>
        {!data && !error && <p role="status">{t('review-pages.form.loading')}</p>}
        {error && !data && (
          <FormMessage kind={isExpired ? 'info' : 'failure'}>
            <p>{isExpired ? t('review-pages.form.expired') : describeCallError(error, t)}</p>
            {!isExpired && (
              <Button look="text" onClick={reload}>
                {t('site.error.retry')}
              </Button>
            )}
          </FormMessage>
        )}
        {data && !data.canWrite && <p>{t('review-pages.form.closed')}</p>}
        {data?.subjects.map((subject) => (
          <Subject key={subject.line} subject={subject} token={token} onChange={reload} {...data} />
        ))}
        {data && (
          <p>
            <a href="/reviews#checks">{t('reviews.checks.link')}</a>
          </p>
        )}
      </div>
    </div>
  );
}

interface SubjectProps {
  subject: ReviewSubject;
  token: string;
  proposedAuthor: string;
  canWrite: boolean;
  onChange: () => void;
}

function Subject({ subject, token, proposedAuthor, canWrite, onChange }: SubjectProps) {
  const { t } = useTexts();
  const { line, name, review } = subject;
  const id = `subject-${line ?? 'estate'}`;
  if (!review && !canWrite) return null;
  return (
    <section className={css.subject} aria-labelledby={id}>
      <h2 id={id}>{line === null ? t('review-pages.form.estate', { name }) : name}</h2>
      {review ? (
        <OwnReview
          review={review}
          onWithdraw={() => callApi('PUT /review/withdraw', { body: { token, line } })}
          onWithdrawn={onChange}
        />
      ) : (
        <ReviewForm token={token} line={line} proposedAuthor={proposedAuthor} onSent={onChange} />
      )}
    </section>
  );
}
