import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { useFormProofsOfWork } from '#client/core/proof-of-work/use-form-proofs-of-work.ts';
import { Stars } from '#client/core/Stars.tsx';
import { type ApiForm, useApiForm } from '#client/core/use-api-form.ts';
import { useHydrated } from '#client/core/use-hydrated.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FieldError, TextAreaField, TextField } from '#client/ui/form/Field.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import type { ErrorMessageByField } from '#shared/response-envelope.ts';
import { maxReviewTextLengths } from '#shared/reviews/review-rules.ts';
import css from './ReviewInvitationPage.module.css';

interface ReviewValues {
  rating: string;
  text: string;
  author: string;
}

interface ReviewFormProps {
  token: string;
  /** Position of the line in its order, starting at 0; null for the estate. */
  line: number | null;
  proposedAuthor: string;
  onSent: () => void;
  /** The review that was sent without scripts and refused. */
  refused: FormSubmissionResult | undefined;
}

export function ReviewForm({ token, line, proposedAuthor, onSent, refused }: ReviewFormProps) {
  const { t } = useTexts();
  const isHydrated = useHydrated();
  const proofOfWork = useFormProofsOfWork();
  const describeErrors = useDescribeReviewErrors();
  const [rating = '', text = '', author = proposedAuthor] = ['rating', 'text', 'author'].map(
    (name) => refused?.answers[name]?.[0],
  );
  const form = useApiForm<ReviewValues>({
    defaults: { rating, text, author },
    refused: refused && describeErrors(refused),
    send: async ({ rating, text, author }) => {
      await callApi('POST /review', {
        body: { token, line, rating: Number(rating), text, author, altcha: await proofOfWork.take() },
      });
      onSent();
    },
  });
  return (
    <form
      className={css.form}
      method="post"
      encType="multipart/form-data"
      onFocus={proofOfWork.prepare}
      onSubmit={form.submit}
      noValidate={isHydrated}
    >
      <input type="hidden" name="line" value={line ?? ''} />
      <RatingField form={form} errorId={`rating-error-${line}`} />
      <TextFields form={form} />
      <FormMessage kind="failure">{form.failure}</FormMessage>
      <div>
        <Button type="submit" isBusy={form.isBusy}>
          {t('review-pages.form.submit')}
        </Button>
      </div>
    </form>
  );
}

/**
 * Returns a function that describes a review refused by the API. The API names invalid fields by their technical name
 * (status 400), so the sentences of the form are shown instead.
 */
function useDescribeReviewErrors() {
  const { t } = useTexts();
  return ({ status, errors, message }: FormSubmissionResult): { errors: ErrorMessageByField; message: string } => {
    const fields = (['rating', 'text', 'author'] as const).filter((name) => errors[name]);
    const shown = fields.map((name) => [
      name,
      status === 400 ? t(`review-pages.form.${name}.missing`) : (errors[name] ?? message),
    ]);
    return { errors: Object.fromEntries(shown) as ErrorMessageByField, message: fields.length > 0 ? '' : message };
  };
}

/** The ratings, the best first, as radio buttons. */
function RatingField({ form, errorId }: { form: ApiForm<ReviewValues>; errorId: string }) {
  const { t } = useTexts();
  const error = form.errorOf('rating');
  return (
    <fieldset className={css.ratings} aria-describedby={error ? errorId : undefined}>
      <legend>{t('review-pages.form.rating')}</legend>
      {([5, 4, 3, 2, 1] as const).map((rating) => (
        <label key={rating}>
          <input
            type="radio"
            value={String(rating)}
            defaultChecked={form.getValues('rating') === String(rating)}
            {...form.register('rating', { required: t('review-pages.form.rating.missing') })}
          />
          <Stars rating={rating} />
          <span>{t(`review-pages.form.rating.${rating}`)}</span>
        </label>
      ))}
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}

/** These fields are a component, so that they are registered after the rating: the first invalid one gets the focus. */
function TextFields({ form }: { form: ApiForm<ReviewValues> }) {
  const { t } = useTexts();
  const isFilled = (message: string) => ({ validate: (value: string) => value.trim() !== '' || message });
  return (
    <>
      <TextAreaField
        label={t('review-pages.form.text')}
        hint={t('review-pages.form.text.hint')}
        rows={5}
        maxLength={maxReviewTextLengths.text}
        defaultValue={form.getValues('text')}
        error={form.errorOf('text')}
        {...form.register('text', isFilled(t('review-pages.form.text.missing')))}
      />
      <TextField
        label={t('review-pages.form.author')}
        hint={t('review-pages.form.author.hint')}
        maxLength={maxReviewTextLengths.author}
        defaultValue={form.getValues('author')}
        error={form.errorOf('author')}
        {...form.register('author', isFilled(t('review-pages.form.author.missing')))}
      />
    </>
  );
}
