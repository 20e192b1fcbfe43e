import { Pagination } from '#client/ui/Pagination.tsx';
import { useTexts } from '../app-context.tsx';

interface ListPaginationProps {
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}

export function ListPagination(props: ListPaginationProps) {
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
