import MessageSquare from 'lucide-react/icons/message-square'
import { Link } from 'react-router-dom'
import { Page } from '#src/features/shell/page.tsx'
import { buttonClass } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'

/** There is no chat yet, and the page says so. */
export const ChatScreen = () => (
  <Page title="Chat" hasSidebar>
    <div className="mx-auto flex min-h-[60dvh] max-w-xl flex-col justify-center px-6 py-10">
      <h1 className="sr-only">Chat</h1>
      <EmptyState
        icon={<MessageSquare size={22} aria-hidden="true" />}
        title="Chats arrive with the apps"
        action={
          <Link to="/ios-desktop" className={buttonClass({ variant: 'primary' })}>
            Open the desktop
          </Link>
        }
      >
        Each app will keep its own conversations here, beside a general one. Until then the apps on
        the desktop do the work.
      </EmptyState>
    </div>
  </Page>
)
