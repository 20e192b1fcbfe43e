import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { type ApiForm, useApiForm } from '#client/core/forms/use-api-form.ts';
import { Stars } from '#client/core/Stars.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FieldError, TextAreaField, TextField } from '#client/ui/form/Field.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { maxReviewTextLength } from '#shared/reviews/review-rules.ts';
import css from './ReviewInvitationPage.module.css';

interface ReviewValues {
  rating: string;
  text: string;
  author: string;
}

interface ReviewFormProps {
  token: string;
  /** The line of the order; null for the estate. */
  line: number | null;
  proposedAuthor: string;
  onSent: () => void;
}

export function ReviewForm({ token, line, proposedAuthor, onSent }: ReviewFormProps) {
  const { t } = useTexts();
  const form = useApiForm<ReviewValues>({
    defaults: { rating: '', text: '', author: proposedAuthor },
    send: async ({ rating, text, author }) => {
      await callApi('POST /review', { body: { token, line, rating: Number(rating), text, author } });
      onSent();
    },
  });
  const isFilled = (message: string) => ({ validate: (value: string) => value.trim() !== '' || message });
  return (
    <form className={css.form} onSubmit={form.submit} noValidate>
      <RatingField form={form} errorId={`rating-error-${line}`} />
      <TextAreaField
        label={t('review-pages.form.text')}
        hint={t('review-pages.form.text.hint')}
        rows={5}
        maxLength={maxReviewTextLength.text}
        error={form.errorOf('text')}
        {...form.register('text', isFilled(t('review-pages.form.text.missing')))}
      />
      <TextField
        label={t('review-pages.form.author')}
        hint={t('review-pages.form.author.hint')}
        maxLength={maxReviewTextLength.author}
        error={form.errorOf('author')}
        {...form.register('author', isFilled(t('review-pages.form.author.missing')))}
      />
      <FormMessage kind="failure">{form.failure}</FormMessage>
      <div>
        <Button type="submit" busy={form.busy} disabled={!form.ready}>
          {t('review-pages.form.submit')}
        </Button>
      </div>
    </form>
  );
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
