import { useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { findIbanInText } from '#shared/payments/find-iban-in-text.ts';
import css from './CopyIban.module.css';

/**
 * Shows the IBAN that payment instructions contain, with a button that copies it. Without an IBAN in the instructions,
 * it renders nothing.
 */
export function CopyIban({ instructions }: { instructions: string }) {
  const { t } = useTexts();
  const text = useRef<HTMLElement>(null);
  const [result, setResult] = useState<'copied' | 'selected' | null>(null);
  const iban = findIbanInText(instructions);
  if (iban === null) return null;
  const copy = async () => {
    try {
      // The IBAN is copied without spaces, because forms of some banks cut a longer text.
      await navigator.clipboard.writeText(iban.replaceAll(' ', ''));
      setResult('copied');
    } catch {
      // The clipboard is missing without HTTPS, and the visitor can deny access to it.
      if (text.current) window.getSelection()?.selectAllChildren(text.current);
      setResult('selected');
    }
  };
  return (
    <div className={css.iban}>
      <code ref={text} className={css.number}>
        {iban}
      </code>
      <Button look="quiet" onClick={copy}>
        {t('orders.iban.copy')}
      </Button>
      <span role="status" className={css.result}>
        {result && t(`orders.iban.${result}`)}
      </span>
    </div>
  );
}
