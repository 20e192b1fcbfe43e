/**
 * SQL conditions under which a recurring task has something to do at a site, by the name of the task. They are checked
 * for every site in one statement, so that idle sites get no job. A condition may be true for nothing, but must not miss
 * a site: intervals are therefore a little shorter than the retention periods of the tasks.
 */
export const dueConditions: Readonly<Record<string, string>> = {
  'unpaid-orders-task': `exists (select from orders where state = 'PENDING' and payment_due_at is not null)`,
  'maintain-registrations': `exists (select from element_registrations where state <> 'CANCELLED')`,
  // Customers are invited in the 30 days that follow a delay of at most 365 days.
  'invite-reviews': `exists (select from orders where state = 'COMPLETED' and email <> '' and exists (
    select from order_state_changes c
     where c.order_id = orders.id and c.state = 'COMPLETED' and c.changed_at > now() - interval '400 days')
    and not exists (select from review_invitations i where i.order_id = orders.id))`,
  'publish-overdue-pages': 'exists (select from page_drafts where publish_at < now())',
  'continue-newsletters': `exists (select from newsletter_issues where state in ('SENDING', 'SCHEDULED') and send_at < now())`,
  'apply-overdue-prices': `exists (select from variants where planned_prices <> '[]')`,
  'delete-unused-files': `exists (select from unreferenced_files where unreferenced_since < now() - interval '6 days')`,
  'erase-mails': `exists (select from mails where created_at < now() - interval '360 days')
    or exists (select from mails where (state = 'UNCERTAIN' or draft is not null) and is_secret
      and created_at < now() - interval '6 days')`,
  'erase-inactive': `exists (select from users where role = 'MEMBER' and last_active_at < now() - interval '1000 days')`,
  'tidy-accounts': `exists (select from sessions where expires_at < now())
    or exists (select from link_tokens where expires_at < now())
    or exists (select from users where activated_at is null and created_at < now() - interval '20 hours')
    or exists (select from mails where kind = 'account-deleted')`,
  'delete-staff-requests': `exists (select from staff_requests where created_at < now() - interval '6 days')`,
  'erase-audit-log': `exists (select from audit_entries where occurred_at < now() - interval '360 days')`,
  'erase-newsletter-subscriptions': `exists (
    select from newsletter_subscriptions where coalesce(ended_at, subscribed_at) < now() - interval '1000 days')`,
  'tidy-registrations': `exists (select from element_registrations where starts_at < now() - interval '360 days')`,
  // Changes of the last day are skipped by the task itself.
  'erase-orders-of-deleted-accounts': `exists (select from orders where user_id is not null
    and not exists (select from users u where u.site_id = orders.site_id and u.id = orders.user_id))`,
  'erase-old-guest-orders': `exists (
    select from orders where user_id is null and (email <> '' or phone <> '' or message <> '')
       and created_at < now() - interval '1000 days')`,
  'delete-old-orders': `exists (select from orders where created_at < now() - interval '4000 days')`,
  'tidy-orders': `exists (select from order_tokens where expires_at < now())
    or exists (select from order_requests where created_at < now() - interval '29 days')`,
  'expire-visits': `exists (select from visits where day <= current_date)
    or exists (select from visit_salts where day <= current_date)
    or exists (select from visit_counts where day < current_date - 730)`,
  'tidy-page-edits': `exists (select from page_previews where expires_at < now())
    or exists (select from page_versions where created_at < now() - interval '300 days')`,
  'tidy-withdrawals': `exists (select from withdrawals where order_id is null)
    or exists (select from withdrawals where received_at < now() - interval '4000 days')`,
  'erase-form-submissions': 'exists (select from form_submissions where erased_after < now())',
  'mail-pending-reviews': `exists (select from reviews where state = 'PENDING')`,
  'delete-old-reviews': `exists (select from review_invitations where token_hash is not null and expires_at < now())
    or exists (select from review_refusals where refused_at < now() - interval '1000 days')
    or exists (select from reviews where experienced_on < current_date - 1800)`,
  'erase-consent-records': 'exists (select from consent_records where erased_after < now())',
};
