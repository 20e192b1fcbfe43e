import { type FormEvent, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ApiCallError } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { Stars } from '#client/core/Stars.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { withdrawActionValue } from '#shared/reviews/review-rules.ts';
import type { InvitedReviewSubject } from '#shared/reviews/review-schemas.ts';
import css from './ReviewInvitationPage.module.css';

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
