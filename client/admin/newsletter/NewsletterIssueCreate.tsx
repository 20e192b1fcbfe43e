import type { ReactNode } from 'react';
import { ItemCreateFrame } from '../resources/ItemCreateFrame.tsx';
import { NewsletterIssueForm } from './NewsletterIssueForm.tsx';

/** The form of a new newsletter issue. */
export default function NewsletterIssueCreate(): ReactNode {
  return (
    <ItemCreateFrame>
      <NewsletterIssueForm isSaved={false} />
    </ItemCreateFrame>
  );
}
