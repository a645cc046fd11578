import MessageSquare from 'lucide-react/icons/message-square'
import { listChats } from '#contract/chat/chat.ts'
import { api } from '#src/platform/auth/page-session.ts'
import type { PaletteSource } from '#src/platform/palette/palette-source.ts'
import { describeApp } from '#src/features/chat/app-names.ts'
import { formatDay } from '#src/features/chat/thread/chat-format.ts'

const LATEST = 50

export const createChatsSource = (
  open: (chatId: string) => unknown,
  openNew: (chatId: string) => void,
): PaletteSource => ({
  id: 'chats',
  title: 'Chats',
  load: async (signal) => {
    const data = await api.callForData(listChats, {
      query: { scope: 'all', offset: 0, limit: LATEST },
      signal,
    })
    return data.map(({ id, title, app_id: appId, updated_at: at }) => ({
      id: `chat:${id}`,
      title,
      keywords: ['chat', ...(appId == null ? [] : [describeApp(appId).title])],
      hint: appId == null ? formatDay(at) : describeApp(appId).title,
      icon: <MessageSquare />,
      isMinor: true,
      actions: [
        { label: 'Open', run: () => void open(id) },
        { label: 'Open in new window', run: () => openNew(id) },
      ],
      run: () => open(id),
    }))
  },
})
