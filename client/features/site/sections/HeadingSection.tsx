import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import type { SectionProps } from './section-props.ts';

export const HeadingSection = ({ title = '', text, crumbs }: SectionProps<'heading'>) => (
  <div className="page">
    <PageTitleHeader crumbs={crumbs} title={title}>
      {text && <p>{text}</p>}
    </PageTitleHeader>
  </div>
);
