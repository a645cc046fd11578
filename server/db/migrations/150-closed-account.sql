-- Set when the user deletes the account. A closed account keeps its entries, and takes no charges and no new rows.
alter table account add column if not exists closed_at timestamptz;
