-- Whose renewal it is: one that took too long can no longer replace or delete what a later one has stored.
alter table app_secret add column if not exists renewal_lease uuid;
