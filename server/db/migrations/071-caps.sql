-- What the caps on a user's work count, found without reading the user's whole history.
create index if not exists analysis_report_running on analysis_report (user_id) where status in ('queued', 'running');
create index if not exists research_running on research (user_id) where status in ('queued', 'running');
create index if not exists analysis_report_unpaid on analysis_report (user_id, finished_at)
  where status in ('failed', 'cancelled');
create index if not exists research_unpaid on research (user_id, finished_at)
  where status in ('failed', 'cancelled');
create index if not exists payment_order_pending on payment_order (user_id) where status = 'PENDING';
