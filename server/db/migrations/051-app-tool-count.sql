-- Reading a count must not unfold every app's definitions of tools.
alter table store_app add column if not exists tool_count int not null default 0;
update store_app set tool_count = jsonb_array_length(tools) where tools is not null;
