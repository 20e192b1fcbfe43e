import { useTexts } from '#client/core/app-context.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import type { CartLineIssue } from '../find-cart-line-issue.ts';

interface LineIssueTextProps {
  issue: CartLineIssue | null;
  error: string | undefined;
  maxQuantity: number;
  onAccept: (quantity: number) => void;
}

/** Shows why a cart line cannot be ordered, with a button for a quantity that can be ordered. */
export function LineIssueText({ issue, error, maxQuantity, onAccept }: LineIssueTextProps) {
  const { t, number } = useTexts();
  if (maxQuantity === 0) return <span>{t('cart.out')}</span>;
  if (!issue) return <span>{error ?? t('cart.left', { count: maxQuantity })}</span>;
  return (
    <span>
      <span>
        {issue.kind === 'stock'
          ? t('cart.left', { count: issue.nearestQuantity })
          : t('catalogue.price.by-multiple', { step: number(issue.step) })}
      </span>{' '}
      {issue.nearestQuantity > 0 && (
        <Button look="text" onClick={() => onAccept(issue.nearestQuantity)}>
          {t('cart.take', { count: issue.nearestQuantity })}
        </Button>
      )}
    </span>
  );
}
