import { Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { List, SelectInput } from 'react-admin';
import { reviewStates } from '#shared/reviews/review-rules.ts';
import type { StaffReviewView } from '#shared/reviews/review-schemas.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ItemsOrNoResults } from '../resources/ItemsOrNoResults.tsx';
import { ReviewCard } from './ReviewCard.tsx';

export default function ReviewList(): ReactNode {
  const { t } = useAdminTexts();
  const filters = [
    <SelectInput
      key="state"
      source="state"
      label={t('admin-content.reviews.state')}
      choices={reviewStates.map((id) => ({ id, name: t(`admin-content.reviews.${id}`) }))}
      translateChoice={false}
      alwaysOn
    />,
  ];
  return (
    <>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 2, maxWidth: '70ch' }}>
        {t('admin-content.reviews.help')}
      </Typography>
      <List filters={filters} filterDefaultValues={{ state: 'PENDING' }} perPage={10} exporter={false}>
        <ItemsOrNoResults<StaffReviewView>>{(reviews) => <Reviews reviews={reviews} />}</ItemsOrNoResults>
      </List>
    </>
  );
}

const Reviews = ({ reviews }: { reviews: readonly StaffReviewView[] }): ReactNode => (
  <Stack spacing={2} sx={{ p: 2 }}>
    {reviews.map((review) => (
      <ReviewCard key={review.id} review={review} />
    ))}
  </Stack>
);
