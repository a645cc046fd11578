-- A credit that is taken back because its payment vanished from the chain. What the balance does not cover any more is
-- owed: the amount here less the transfers that name the credit. Written once.
create table if not exists ledger_reversal (
  transfer_id uuid primary key references transfer (id),
  user_id uuid not null,
  lamports bigint not null,
  reason text not null,
  created_at timestamptz not null default now(),
  constraint ledger_reversal_lamports check (lamports > 0)
);
create index if not exists ledger_reversal_by_user on ledger_reversal (user_id);

alter table transfer add column if not exists reversal_of uuid references ledger_reversal (transfer_id);
create index if not exists transfer_reversals on transfer (reversal_of) where reversal_of is not null;
alter table transfer drop constraint if exists transfer_accounts;
alter table transfer add constraint transfer_accounts check (case kind
    when 'topup' then debit = '00000000-0000-7000-8000-000000000001' and credit = user_id
    when 'charge' then debit = user_id and credit = '00000000-0000-7000-8000-000000000002'
    when 'refund' then debit = '00000000-0000-7000-8000-000000000002' and credit = user_id
    when 'grant' then debit = '00000000-0000-7000-8000-000000000003' and credit = user_id
    when 'operator' then debit = '00000000-0000-7000-8000-000000000004' and credit = user_id
    when 'reversal' then debit = user_id and credit = '00000000-0000-7000-8000-000000000001'
    else false end);
alter table transfer drop constraint if exists transfer_reversal_of;
alter table transfer add constraint transfer_reversal_of check ((kind = 'reversal') = (reversal_of is not null));
