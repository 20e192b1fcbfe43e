import { useTexts } from '#client/core/app-context.tsx';
import css from '../Checkout.module.css';

interface ClosureView {
  from: string;
  to: string;
  reason: string;
}

/** Lists the reasons why days of the calendar are closed. Closures without a reason are left out. */
export function Closures({ closures }: { closures: readonly ClosureView[] }) {
  const { t, date } = useTexts();
  const explained = closures.filter(({ reason }) => reason !== '');
  if (explained.length === 0) return null;
  const dayText = (day: string) => date(day, { day: 'numeric', month: 'long' });
  return (
    <div className={css.soft}>
      <p>{t('checkout.collection.closures')}</p>
      <ul>
        {explained.map(({ from, to, reason }) => (
          <li key={from}>
            {from === to
              ? t('checkout.collection.closed', { day: dayText(from), reason })
              : t('checkout.collection.closed-days', { from: dayText(from), to: dayText(to), reason })}
          </li>
        ))}
      </ul>
    </div>
  );
}
