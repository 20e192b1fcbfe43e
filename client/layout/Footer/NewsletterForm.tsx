import { type FormEvent, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { useFormProofsOfWork } from '#client/core/proof-of-work/use-form-proofs-of-work.ts';
import { useHydrated } from '#client/core/use-hydrated.ts';
import css from './NewsletterForm.module.css';

/** Constant id instead of `useId`, because the server reuses the form's HTML. Only the footer contains the form. */
const id = 'newsletter-email';

/** The API checks the rest, so that the pages do not load the rule. */
const emailPattern = /^[^@]+@[^@]+$/;

/**
 * Form that subscribes to the newsletter. The subscription begins once the link in the confirmation mail has been
 * followed.
 */
export function NewsletterForm({ list }: { list: string }) {
  const { t } = useTexts();
  const isHydrated = useHydrated();
  const proofOfWork = useFormProofsOfWork();
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'open' | 'submitting' | 'done'>('open');
  const [failure, setFailure] = useState('');
  const subscribe = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'submitting') return;
    if (!emailPattern.test(email.trim())) {
      setFailure(t('site.newsletter.wrong'));
      document.getElementById(id)?.focus();
      return;
    }
    setState('submitting');
    setFailure('');
    try {
      await callApi('POST /newsletter/subscribe', {
        body: { email: email.trim(), altcha: await proofOfWork.take() },
      });
      setState('done');
    } catch (error) {
      if (!(error instanceof ApiCallError)) throw error;
      setState('open');
      setFailure(describeCallError(error, t));
    }
  };
  return (
    <form className={css.form} onFocus={proofOfWork.prepare} onSubmit={subscribe} noValidate>
      <label htmlFor={id} className={css.label}>
        {t('site.newsletter', { list })}
      </label>
      {state !== 'done' && (
        <div className={css.row}>
          <input
            id={id}
            type="email"
            inputMode="email"
            autoComplete="email"
            placeholder={t('site.newsletter.example')}
            value={email}
            aria-invalid={failure ? true : undefined}
            aria-describedby={`${id}-message`}
            onChange={({ target }) => {
              setEmail(target.value);
              setFailure('');
            }}
          />
          <button type="submit" disabled={!isHydrated} aria-busy={state === 'submitting' || undefined}>
            {t('site.newsletter.go')}
          </button>
        </div>
      )}
      <p id={`${id}-message`} className={css.said} role="status">
        {failure || (state === 'done' ? t('site.newsletter.done', { email: email.trim() }) : t('site.newsletter.text'))}
      </p>
    </form>
  );
}
