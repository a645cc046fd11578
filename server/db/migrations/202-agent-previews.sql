-- An agent that is only tried out: no list has it, and retention deletes it. The index holds only those.

alter table user_agent add column if not exists is_preview boolean not null default false;

create index if not exists user_agent_preview on user_agent (updated_at) where is_preview;
