-- A challenge may also confirm a change to an account, such as a new password.
alter table sign_in_challenge drop constraint if exists sign_in_challenge_purpose;
alter table sign_in_challenge drop constraint if exists sign_in_challenge_purpose_known;
alter table sign_in_challenge add constraint sign_in_challenge_purpose_known
  check (purpose in ('sign-in', 'link', 'confirm'));
