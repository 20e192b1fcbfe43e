import { Alert, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { StaffReviewView } from '#shared/reviews/review-schemas.ts';
import { useAdminTexts } from '../core/admin-context.tsx';

/** Shows the decision that another user has saved in the meantime, so that it can be compared with the typed one. */
export function ConflictingDecisionNotice({ theirs }: { theirs: StaffReviewView }): ReactNode {
  const { t } = useAdminTexts();
  const { state, reply, rejectionGround, rejectionReason } = theirs;
  const facts = [
    [t('admin-content.reviews.state'), t(`admin-content.reviews.${state}`)],
    [t('admin-content.reviews.stored-reply'), reply ?? t('admin-content.reviews.no-reply')],
    rejectionGround && [t('admin-content.reviews.ground'), t(`admin-content.reviews.ground.${rejectionGround}`)],
    rejectionReason && [t('admin-content.reviews.reason'), rejectionReason],
  ].filter((fact) => Array.isArray(fact));
  return (
    <Alert severity="warning" sx={{ my: 1 }}>
      {t('admin-content.reviews.stale')}
      {facts.map(([label, value]) => (
        <Typography key={label} variant="body2" sx={{ mt: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {`${label} – ${value}`}
        </Typography>
      ))}
    </Alert>
  );
}
