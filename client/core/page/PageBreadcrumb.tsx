import { Breadcrumb, type BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import { useTexts } from '../app-context.tsx';

export function PageBreadcrumb({ crumbs }: { crumbs: readonly BreadcrumbItem[] }) {
  const { t } = useTexts();
  return <Breadcrumb crumbs={crumbs} label={t('site.breadcrumb')} homeLabel={t('site.home')} />;
}
