import { PageTop } from '#client/core/page/PageTop.tsx';
import type { SectionProps } from './section-props.ts';

export const HeadingSection = ({ title = '', text, crumbs }: SectionProps<'heading'>) => (
  <div className="page">
    <PageTop crumbs={crumbs} title={title}>
      {text && <p>{text}</p>}
    </PageTop>
  </div>
);
