import type { ReactNode } from 'react';
import { ItemCreateFrame } from '../resources/ItemCreateFrame.tsx';
import { NewsletterIssueForm } from './NewsletterIssueForm.tsx';

export default function NewsletterIssueCreate(): ReactNode {
  return (
    <ItemCreateFrame>
      <NewsletterIssueForm isSaved={false} />
    </ItemCreateFrame>
  );
}
