import { useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { productReviewPageSize } from '#shared/reviews/review-rules.ts';
import type { PublishedReviewPage } from '#shared/reviews/review-schemas.ts';

interface LoadMoreReviewsButtonProps {
  productId: number;
  /** The number of the page that a click loads. */
  page: number;
  onLoad: (page: PublishedReviewPage) => void;
}

export function LoadMoreReviewsButton({ productId, page, onLoad }: LoadMoreReviewsButtonProps) {
  const { t } = useTexts();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const load = async () => {
    setBusy(true);
    setFailure('');
    try {
      const query = { page, nbItem: productReviewPageSize };
      onLoad(await callApi('GET /product/{id}/review', { params: { id: productId }, query }));
    } catch (error) {
      if (!(error instanceof ApiCallError)) throw error;
      setFailure(describeCallError(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <FormMessage kind="failure">{failure}</FormMessage>
      <Button look="quiet" isBusy={isBusy} onClick={load}>
        {t('reviews.more')}
      </Button>
    </>
  );
}
