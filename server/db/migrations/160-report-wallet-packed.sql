-- The whole wallet is kept compressed. Rows of earlier versions have it as text.
alter table ca_report_wallet add column if not exists packed bytea;
alter table ca_report_wallet alter column body drop not null;
