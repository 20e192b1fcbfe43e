import { useTexts } from '#client/core/app-context.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';

interface ContentPaginationProps {
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}

export function ContentPagination(props: ContentPaginationProps) {
  const { t } = useTexts();
  return (
    <Pagination
      {...props}
      labels={{
        list: t('content.pages'),
        previous: t('content.pages.previous'),
        next: t('content.pages.next'),
        page: (page) => t('content.pages.page', { page }),
      }}
    />
  );
}
