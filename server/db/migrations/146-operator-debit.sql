-- An operator may also take POINTS back. The constraint is added unchecked and then validated, so that writers wait only
-- for a moment.
alter table transfer drop constraint if exists transfer_accounts;
alter table transfer drop constraint if exists transfer_accounts_known;
alter table transfer add constraint transfer_accounts_known check (case kind
    when 'topup' then debit = '00000000-0000-7000-8000-000000000001' and credit = user_id
    when 'charge' then debit = user_id and credit = '00000000-0000-7000-8000-000000000002'
    when 'refund' then debit = '00000000-0000-7000-8000-000000000002' and credit = user_id
    when 'grant' then debit = '00000000-0000-7000-8000-000000000003' and credit = user_id
    when 'operator' then (debit = '00000000-0000-7000-8000-000000000004' and credit = user_id)
      or (debit = user_id and credit = '00000000-0000-7000-8000-000000000004')
    when 'reversal' then debit = user_id and credit = '00000000-0000-7000-8000-000000000001'
    else false end) not valid;
alter table transfer validate constraint transfer_accounts_known;
