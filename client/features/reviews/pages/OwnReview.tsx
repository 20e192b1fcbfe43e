import { useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ApiCallError } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { Stars } from '#client/core/Stars.tsx';
import { useHydrated } from '#client/core/use-hydrated.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { ReviewSubject } from '#shared/reviews/review-schemas.ts';
import css from './ReviewInvitationPage.module.css';

interface OwnReviewProps {
  review: NonNullable<ReviewSubject['review']>;
  onWithdraw: () => Promise<unknown>;
  onWithdrawn: () => void;
}

/** A review that the customer has written: its state, and a button that withdraws it after a confirmation. */
export function OwnReview({ review, onWithdraw, onWithdrawn }: OwnReviewProps) {
  const { t } = useTexts();
  const { rating, text, author, state, rejectionGround, rejectionReason } = review;
  return (
    <div className={css.form}>
      <p role="status">
        {state === 'PENDING' && `${t('review-pages.form.sent')} `}
        <strong>{t(`review-pages.state.${state}`)}</strong>
      </p>
      {rejectionGround && <p>{[t(`review-pages.ground.${rejectionGround}`), rejectionReason].join(' ')}</p>}
      <blockquote className={css.quote}>
        <p>
          <Stars rating={rating} /> <strong>{author}</strong>
        </p>
        <p className={css.text}>{text}</p>
      </blockquote>
      <Withdrawal onWithdraw={onWithdraw} onWithdrawn={onWithdrawn} />
    </div>
  );
}

function Withdrawal({ onWithdraw, onWithdrawn }: Pick<OwnReviewProps, 'onWithdraw' | 'onWithdrawn'>) {
  const { t } = useTexts();
  const isHydrated = useHydrated();
  const [state, setState] = useState<'idle' | 'confirming' | 'busy'>('idle');
  const [failure, setFailure] = useState('');
  const withdraw = async () => {
    setState('busy');
    setFailure('');
    try {
      await onWithdraw();
      onWithdrawn();
    } catch (error) {
      if (!(error instanceof ApiCallError)) throw error;
      setState('confirming');
      setFailure(describeCallError(error, t));
    }
  };
  if (state === 'idle')
    return (
      <div>
        <NoScriptNotice />
        <Button look="text" disabled={!isHydrated} onClick={() => setState('confirming')}>
          {t('review-pages.withdraw')}
        </Button>
      </div>
    );
  return (
    <div className={css.confirmation}>
      <p role="status">{t('review-pages.withdraw.confirm')}</p>
      <FormMessage kind="failure">{failure}</FormMessage>
      <Button busy={state === 'busy'} onClick={withdraw}>
        {t('review-pages.withdraw.yes')}
      </Button>
      <Button look="quiet" onClick={() => setState('idle')}>
        {t('review-pages.withdraw.no')}
      </Button>
    </div>
  );
}
