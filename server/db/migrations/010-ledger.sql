-- The ledger. A transfer is one debit and one credit of the same amount, so the whole is balanced by construction.
-- Amounts are lamports. User accounts carry their balance; a system account's balance is the sum of its transfers,
-- because one row that every charge updates would let only one charge pass at a time.

create table if not exists account (
  id uuid primary key,
  kind text not null,
  name text,
  balance bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint account_kind check (kind in ('user', 'system')),
  constraint account_balance check (case when kind = 'user' then balance >= 0 else balance = 0 end)
);

insert into account (id, kind, name) values
  ('00000000-0000-7000-8000-000000000001', 'system', 'treasury'),
  ('00000000-0000-7000-8000-000000000002', 'system', 'revenue'),
  ('00000000-0000-7000-8000-000000000003', 'system', 'welcome grants'),
  ('00000000-0000-7000-8000-000000000004', 'system', 'operator')
on conflict (id) do nothing;

-- The system side of a transfer is held by a check, not a foreign key: a key would lock the same row in every charge.
create table if not exists transfer (
  id uuid primary key,
  user_id uuid not null references account (id),
  kind text not null,
  debit uuid not null,
  credit uuid not null,
  lamports bigint not null,
  balance_after bigint not null,
  idempotency_key text not null,
  request_hash text not null,
  refund_of uuid references transfer (id),
  memo text,
  created_at timestamptz not null default now(),
  constraint transfer_lamports check (lamports > 0),
  constraint transfer_balance_after check (balance_after >= 0),
  constraint transfer_key_length check (length(idempotency_key) between 1 and 300),
  constraint transfer_accounts check (case kind
    when 'topup' then debit = '00000000-0000-7000-8000-000000000001' and credit = user_id
    when 'charge' then debit = user_id and credit = '00000000-0000-7000-8000-000000000002'
    when 'refund' then debit = '00000000-0000-7000-8000-000000000002' and credit = user_id
    when 'grant' then debit = '00000000-0000-7000-8000-000000000003' and credit = user_id
    when 'operator' then debit = '00000000-0000-7000-8000-000000000004' and credit = user_id
    else false end),
  constraint transfer_refund_of check ((kind = 'refund') = (refund_of is not null)),
  constraint transfer_key_once unique (user_id, idempotency_key),
  constraint transfer_refund_once unique (refund_of)
);

-- What a charge bought; written by the statement that charges.
create table if not exists consumption (
  transfer_id uuid primary key references transfer (id),
  user_id uuid not null,
  type text not null,
  description text,
  quantity int not null default 1,
  feature_id text,
  status text not null default 'SUCCESS',
  created_at timestamptz not null default now(),
  constraint consumption_type check (type in ('CA_ANALYSIS', 'WALLET_FINDER', 'PREMIUM_FEATURE')),
  constraint consumption_quantity check (quantity > 0),
  constraint consumption_status check (status in ('SUCCESS', 'FAILED', 'REFUNDED'))
);

create index if not exists consumption_by_user on consumption (user_id, created_at desc, transfer_id desc);
