import { type FormEvent, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { useLinkToken } from '#client/core/navigation.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { createTitleLoader, type TitleData } from '#client/core/page/title-loader.ts';
import { Stars } from '#client/core/Stars.tsx';
import { useQuery } from '#client/core/use-query.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FocusOnMount } from '#client/ui/form/FocusOnMount.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import { withdrawActionValue } from '#shared/reviews/review-rules.ts';
import type { InvitedReviewSubject } from '#shared/reviews/review-schemas.ts';
import { ReviewForm } from './ReviewForm.tsx';
import css from './ReviewInvitationPage.module.css';

interface Data extends TitleData {
  /** Data that the server adds: the reviews that the link allows, and the result of a form sent without scripts. */
  sent?: FormSubmissionResult;
}

export const loader = createTitleLoader('review-pages.form.title');

type ReviewChange = 'sent' | 'withdrawn';

/** Page that the link in an invitation opens, with one form for each line of the order, and one for the estate. */
export function Page({ data: { title, sent } }: { data: Data }) {
  const { t } = useTexts();
  const token = useLinkToken();
  const [isRead, setIsRead] = useState(sent?.invitation === undefined);
  const query = useQuery(isRead ? (signal) => callApi('POST /review/invitation', { body: { token }, signal }) : null, [
    token,
    isRead,
  ]);
  const { error, isLoading } = query;
  const isExpired = sent?.invitation === null || error?.status === 422 || error?.status === 400;
  const data = isExpired ? undefined : (query.data ?? sent?.invitation);
  const reload = () => (isRead ? query.reload() : setIsRead(true));
  // The number of changes is the key of the message, so that each withdrawal moves the focus to it.
  const [{ last, count }, setChanges] = useState<{ last: ReviewChange | null; count: number }>({
    last: sent?.isAccepted && sent.answers.action?.[0] === withdrawActionValue ? 'withdrawn' : null,
    count: 0,
  });
  const onChange = (change: ReviewChange) => {
    setChanges({ last: change, count: count + 1 });
    reload();
  };
  return (
    <div className="page">
      <PageTitleHeader crumbs={[{ title }]} title={title}>
        {data && <p>{t('review-pages.form.lead', { number: data.orderNumber })}</p>}
      </PageTitleHeader>
      {!sent && <NoScriptNotice />}
      <div className={css.subjects} aria-busy={isLoading}>
        {!data && !error && !isExpired && !sent && <p role="status">{t('review-pages.form.loading')}</p>}
        {isExpired && (
          <FormMessage kind="info">
            <p>{t('review-pages.form.expired')}</p>
          </FormMessage>
        )}
        {error && !isExpired && (
          <FormMessage kind="failure">
            <p>{describeCallError(error, t)}</p>
            <Button look="text" onClick={reload}>
              {t('site.error.retry')}
            </Button>
          </FormMessage>
        )}
        {sent?.message && !sent.isAccepted && !data && <FormMessage kind="failure">{sent.message}</FormMessage>}
        {last === 'withdrawn' && (
          <FormMessage kind="success">
            <FocusOnMount key={count}>{t('review-pages.withdraw.done')}</FocusOnMount>
          </FormMessage>
        )}
        {data && !data.canWrite && <p>{t('review-pages.form.closed')}</p>}
        {data?.subjects.map((subject) => (
          <Subject key={subject.line} subject={subject} token={token} onChange={onChange} sent={sent} {...data} />
        ))}
        {data && <LinkToChecks />}
      </div>
    </div>
  );
}

function LinkToChecks() {
  const { t } = useTexts();
  return (
    <p>
      <a href="/reviews#checks">{t('reviews.checks.link')}</a>
    </p>
  );
}

/** Checks whether the form of this line was sent without scripts and refused. */
const isRefusedReview = (sent: FormSubmissionResult | undefined, line: number | null): boolean =>
  sent?.isAccepted === false && sent.answers.line?.[0] === String(line ?? '');

interface SubjectProps {
  subject: InvitedReviewSubject;
  token: string;
  proposedAuthor: string;
  canWrite: boolean;
  onChange: (change: ReviewChange) => void;
  sent: FormSubmissionResult | undefined;
}

function Subject({ subject, token, proposedAuthor, canWrite, onChange, sent }: SubjectProps) {
  const { t } = useTexts();
  const { line, name, review } = subject;
  const [lastChange, setLastChange] = useState<ReviewChange | null>(null);
  const handle = (change: ReviewChange) => () => {
    setLastChange(change);
    onChange(change);
  };
  const id = `subject-${line ?? 'estate'}`;
  // A change is shown at once, because the reviews that are read after it can be late or fail.
  const isSent = lastChange === 'sent';
  const shownReview = lastChange === 'withdrawn' ? null : review;
  // The refusal of a form that was sent without scripts is shown until this review is sent or withdrawn by script.
  const refused = lastChange === null && isRefusedReview(sent, line) ? sent : undefined;
  if (!shownReview && !isSent && !canWrite) return null;
  const ownReview = shownReview && (
    <OwnReview
      review={shownReview}
      line={line}
      onWithdraw={() => callApi('PUT /review/withdraw', { body: { token, line } })}
      onWithdrawn={handle('withdrawn')}
      failure={refused?.message}
    />
  );
  return (
    <section className={css.subject} aria-labelledby={id}>
      <h2 id={id}>{line === null ? t('review-pages.form.estate', { name }) : name}</h2>
      {isSent && <FocusOnMount>{ownReview ?? <p role="status">{t('review-pages.form.sent')}</p>}</FocusOnMount>}
      {!isSent &&
        (ownReview ?? (
          <ReviewForm
            token={token}
            line={line}
            proposedAuthor={proposedAuthor}
            onSent={handle('sent')}
            refused={refused}
          />
        ))}
    </section>
  );
}

interface OwnReviewProps {
  review: NonNullable<InvitedReviewSubject['review']>;
  /** Position of the line in its order, starting at 0; null for the estate. */
  line: number | null;
  onWithdraw: () => Promise<unknown>;
  onWithdrawn: () => void;
  /** The message of a withdrawal that was sent without scripts and refused. */
  failure?: string | undefined;
}

/** A review that the customer has written: its state, and a form that withdraws it after a confirmation. */
export function OwnReview({ review, ...withdrawal }: OwnReviewProps) {
  const { t } = useTexts();
  const { rating, text, author, state, rejectionGround, rejectionReason } = review;
  return (
    <div className={css.form}>
      <p role="status">
        {state === 'PENDING' && <span>{t('review-pages.form.sent')} </span>}
        <strong>{t(`review-pages.state.${state}`)}</strong>
      </p>
      {rejectionGround && <p>{[t(`review-pages.ground.${rejectionGround}`), rejectionReason].join(' ')}</p>}
      <blockquote className={css.quote}>
        <p>
          <Stars rating={rating} /> <strong>{author}</strong>
        </p>
        <p className={css.text}>{text}</p>
      </blockquote>
      <Withdrawal {...withdrawal} />
    </div>
  );
}

/**
 * Deletes a review after a confirmation. Without scripts, the form is sent to the page, which shows the reviews again.
 */
function Withdrawal({ line, onWithdraw, onWithdrawn, failure: sentFailure = '' }: Omit<OwnReviewProps, 'review'>) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(sentFailure !== '');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState(sentFailure);
  const withdraw = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setFailure('');
    try {
      await onWithdraw();
      onWithdrawn();
    } catch (error) {
      if (!(error instanceof ApiCallError)) throw error;
      setIsBusy(false);
      setFailure(describeCallError(error, t));
    }
  };
  return (
    <details className={css.withdrawal} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('review-pages.withdraw')}</summary>
      <form className={css.confirmation} method="post" encType="multipart/form-data" onSubmit={withdraw}>
        <input type="hidden" name="action" value={withdrawActionValue} />
        <input type="hidden" name="line" value={line ?? ''} />
        <p>{t('review-pages.withdraw.confirm')}</p>
        <FormMessage kind="failure">{failure}</FormMessage>
        <Button type="submit" isBusy={isBusy}>
          {t('review-pages.withdraw.yes')}
        </Button>
      </form>
    </details>
  );
}
