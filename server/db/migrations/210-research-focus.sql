-- Where the topic's research looks.
alter table research_topic add column if not exists focus text not null default 'all';
