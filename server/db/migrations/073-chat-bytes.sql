-- How much the messages of a chat take, so that what a user keeps is known without reading it all.
alter table chat add column if not exists message_bytes bigint not null default 0;

update chat set message_bytes = kept.bytes
from (select chat_id, sum(octet_length(parts::text)) as bytes from chat_message group by chat_id) kept
where kept.chat_id = chat.id and chat.message_bytes = 0;
