-- The types of consumptions are one list, in contract/payments.ts.
alter table consumption drop constraint if exists consumption_type;
