-- What the purge looks for, and what each kind of job is claimed by.

create index if not exists research_event_by_age on research_event (created_at)
  where (event ->> 'type') not in ('done', 'failed', 'cancelled');
create index if not exists analysis_event_by_age on analysis_event (created_at)
  where (event ->> 'type') not in ('done', 'failed', 'cancelled');
create index if not exists research_removed on research (hidden_at) where body is not null;
create index if not exists analysis_report_removed on analysis_report (hidden_at) where body is not null;
create index if not exists payment_blockhash_by_age on payment_blockhash (issued_at);
create index if not exists refresh_token_used on refresh_token (used_at) where used_at is not null;

-- The body of a report that its owner removed is deleted.
alter table analysis_report drop constraint if exists analysis_report_body;
alter table analysis_report add constraint analysis_report_body
  check ((status = 'done') = (body is not null) or hidden_at is not null);
alter table research drop constraint if exists research_body;
alter table research add constraint research_body
  check (status <> 'done' or body is not null or hidden_at is not null);

create index if not exists job_due_by_kind on job (kind, due_at) where status in ('ready', 'running');
drop index if exists job_due;
