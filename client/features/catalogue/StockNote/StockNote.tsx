import { useTexts } from '#client/core/app-context.tsx';
import type { StockSummary } from '../stock-summary.ts';
import css from './StockNote.module.css';

interface StockNoteProps {
  stock: StockSummary;
  unit?: 'bottle' | 'box';
  /** Shows the stock note even if there is enough stock. */
  isAlwaysShown?: boolean;
}

export function StockNote({ stock: { level, left }, unit = 'bottle', isAlwaysShown = false }: StockNoteProps) {
  const { t } = useTexts();
  if (level === 'available' && !isAlwaysShown) return null;
  const low = unit === 'box' ? 'catalogue.stock.low-box' : 'catalogue.stock.low';
  return (
    <p className={css.note} data-level={level}>
      {level === 'low'
        ? t(low, { count: left })
        : t(level === 'out' ? 'catalogue.stock.out' : 'catalogue.stock.available')}
    </p>
  );
}
