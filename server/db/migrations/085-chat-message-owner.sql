-- A search reads the messages of one user only. Without the owner on the row it reads everybody's. The words are kept in
-- lower case, because comparing without regard to case takes several times as long.

alter table chat_message add column if not exists user_id uuid;

update chat_message set user_id = chat.user_id, words = lower(words)
from chat where chat.id = chat_message.chat_id and chat_message.user_id is null;

alter table chat_message alter column user_id set not null;

-- An earlier attempt that was interrupted leaves an invalid index behind.
drop index concurrently if exists chat_message_by_user;
create index concurrently chat_message_by_user on chat_message (user_id, chat_id);
