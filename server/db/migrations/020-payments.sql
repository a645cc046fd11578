-- Orders to top up, and every payment that reached the treasury. Amounts are lamports; a token's raw amounts are u64,
-- which bigint cannot hold.

create table if not exists payment_order (
  id uuid primary key,
  order_id uuid not null unique,
  order_number text not null,
  user_id uuid not null,
  network text not null,
  receiver text not null,
  payer_wallet text not null,
  -- The payer is proven to be the user's; otherwise only the reference ties a transaction to the order.
  payer_linked boolean not null,
  currency text not null,
  amount_lamports bigint not null,
  token_mint text,
  token_program text,
  token_destination text,
  token_decimals int,
  token_raw_amount numeric(20, 0),
  reference text not null unique,
  status text not null default 'PENDING',
  created_slot bigint not null,
  last_valid_block_height bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the reference is looked up next; null when it is watched no longer.
  watch_at timestamptz,
  credited_lamports bigint,
  transaction_signature text,
  paid_at timestamptz,
  is_late boolean not null default false,
  settled_at timestamptz,
  constraint payment_order_status check (status in ('PENDING', 'PAID', 'CANCELLED', 'EXPIRED')),
  constraint payment_order_amount check (amount_lamports > 0),
  constraint payment_order_currency check (case currency
    when 'SOL' then token_mint is null and token_raw_amount is null
    when 'TOKEN' then token_mint is not null and token_program is not null and token_destination is not null
      and token_decimals is not null and token_raw_amount > 0
    else false end),
  constraint payment_order_paid check (
    (status = 'PAID') = (credited_lamports is not null)
    and (status = 'PAID') = (transaction_signature is not null)
    and (status = 'PAID') = (paid_at is not null))
);

-- One open order per user, payer, amount and currency: asking again gives the same one.
create unique index if not exists payment_order_open on payment_order
  (user_id, payer_wallet, amount_lamports, currency, network, receiver) where status = 'PENDING';
create index if not exists payment_order_by_user on payment_order (user_id, created_at desc, id desc);
create index if not exists payment_order_by_payer on payment_order (payer_wallet, created_at);
create index if not exists payment_order_watched on payment_order (watch_at) where watch_at is not null;

-- Blockhashes handed out with an order: a transaction that names one was made for it.
create table if not exists payment_blockhash (
  payment_id uuid not null references payment_order (id),
  blockhash text not null,
  issued_at timestamptz not null,
  primary key (payment_id, blockhash)
);

-- What reached the treasury, once per transaction and currency. Credited for an order, waiting for the operator, or
-- given back by the operator.
create table if not exists payment_receipt (
  id uuid primary key,
  network text not null,
  signature text not null,
  currency text not null,
  receiver text not null,
  token_mint text,
  payer text,
  received numeric(20, 0) not null,
  slot bigint not null,
  block_time timestamptz,
  recorded_at timestamptz not null,
  state text not null,
  -- The order that it paid, or, while unmatched, the one that it seems to be for.
  payment_id uuid references payment_order (id),
  reason text,
  credited_lamports bigint,
  settled_at timestamptz,
  -- Since when a credited transaction is unknown to the chain.
  missing_since timestamptz,
  resolved_at timestamptz,
  resolution_note text,
  refund_signature text,
  constraint payment_receipt_once unique (network, signature, currency),
  constraint payment_receipt_currency check (currency in ('SOL', 'TOKEN')),
  constraint payment_receipt_state check (case state
    when 'CREDITED' then payment_id is not null and credited_lamports > 0
    when 'UNMATCHED' then credited_lamports is null and reason is not null
    when 'REFUNDED' then credited_lamports is null and refund_signature is not null
    else false end)
);
create index if not exists payment_receipt_unmatched on payment_receipt (recorded_at) where state = 'UNMATCHED';
create index if not exists payment_receipt_unsettled on payment_receipt (recorded_at)
  where state = 'CREDITED' and settled_at is null;

-- How far the transactions of a treasury address have been read. Nothing before `start_slot` concerns the product.
create table if not exists payment_scan (
  network text not null,
  address text not null,
  start_slot bigint not null,
  cursor_signature text,
  cursor_slot bigint not null,
  primary key (network, address)
);
