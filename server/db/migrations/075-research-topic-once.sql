-- A topic has one research at a time: refreshes that come together start and charge one.

-- Of researches that run side by side, all but the newest go on outside their topic.
update research set topic_id = null
where status in ('queued', 'running') and exists (
  select 1 from research newer
  where newer.topic_id = research.topic_id and newer.status in ('queued', 'running')
    and (newer.created_at, newer.id) > (research.created_at, research.id)
);

create unique index if not exists research_topic_running
  on research (topic_id) where status in ('queued', 'running');
