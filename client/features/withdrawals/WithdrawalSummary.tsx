import { useTexts } from '#client/core/app-context.tsx';
import type { WithdrawalFormValues } from './WithdrawalFields.tsx';
import css from './WithdrawalPage.module.css';

/** Shows the withdrawal declaration that is to be confirmed, in the wording of the legal model form. */
export function WithdrawalSummary({ values }: { values: WithdrawalFormValues }) {
  const { t } = useTexts();
  return (
    <section className={css.summary} aria-labelledby="declaration">
      <h2 id="declaration">{t('withdrawals.summary')}</h2>
      <p>{t('withdrawals.statement', { name: values.name.trim(), number: values.orderNumber.trim() })}</p>
      {values.message.trim() && <p className={css.message}>{values.message}</p>}
      <p>{t('withdrawals.to', { email: values.email.trim() })}</p>
    </section>
  );
}
