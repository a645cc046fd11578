-- What an order asks for in tokens: '' in SOL, else the mint and the raw amount. The product's token and its price may
-- change between starts; an open order on the old terms is another order.
alter table payment_order add column if not exists token_offer text not null default '';
update payment_order set token_offer = token_mint || ':' || token_raw_amount
  where currency = 'TOKEN' and token_offer = '';
drop index if exists payment_order_open;
create unique index if not exists payment_order_open on payment_order
  (user_id, payer_wallet, amount_lamports, currency, token_offer, network, receiver) where status = 'PENDING';
