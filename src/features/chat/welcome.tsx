import { Button } from '#src/ui/form/button.tsx'
import { AppIcon, type AppIconSource } from '#src/ui/icons/app-icon.tsx'
import { Emoji } from '#src/ui/icons/emoji.tsx'

export type SuggestedQuestion = {
  readonly title: string
  readonly content: string
  readonly icon?: string | null | undefined
}

export type WelcomeText = {
  icon: AppIconSource
  title: string
  description: string
  questions: readonly SuggestedQuestion[]
}

export const GLOBAL_WELCOME: WelcomeText = {
  icon: 'chat',
  title: 'What would you like to know?',
  description: 'Ask about tokens, wallets and your account, or tell the desktop what to do.',
  questions: [
    { title: 'My balance', content: 'What is my balance?' },
    { title: 'A wallet', content: 'Look up a wallet' },
    { title: 'A token', content: 'Analyze a contract address' },
    { title: 'Help', content: 'What can you do?' },
  ],
}

export const GLOBAL_PLACEHOLDER = 'Ask anything, or type / for commands'

type WelcomeProps = WelcomeText & {
  isDisabled: boolean
  onAsk: (content: string) => void
}

/** Returns true for symbols. The name of an icon would be shown as a word. */
const isSymbol = (icon: string | null | undefined): icon is string =>
  typeof icon === 'string' && icon.trim() !== '' && !/[\w/:]/.test(icon) && icon.length <= 8

export const Welcome = ({
  icon,
  title,
  description,
  questions,
  isDisabled,
  onAsk,
}: WelcomeProps) => (
  <div className="@container mx-auto flex w-full max-w-3xl flex-col items-center px-6 py-8 text-center max-sm:px-4">
    <AppIcon icon={icon} sizePx={52} />
    <h2 className="mt-4 max-w-full text-xl leading-7 font-semibold tracking-snug wrap-anywhere text-ink">
      {title}
    </h2>
    {description !== '' && (
      <p className="mt-1.5 max-w-md text-balance wrap-anywhere text-ink-muted">{description}</p>
    )}
    {questions.length > 0 && (
      <ul className="mt-7 grid w-full gap-3 @lg:grid-cols-2">
        {questions.map((question, index) => (
          <li key={index}>
            <Button
              variant="plain"
              disabled={isDisabled}
              onClick={() => onAsk(question.content)}
              className="flex h-full w-full items-start gap-3 rounded-lg bg-surface-raised p-4 text-left shadow-low ring-1 ring-line transition-shadow hover:shadow-mid"
            >
              {isSymbol(question.icon) && (
                <span aria-hidden="true" className="mt-0.5 text-lg text-ink-muted">
                  <Emoji text={question.icon} />
                </span>
              )}
              <span className="min-w-0">
                {question.title !== '' && (
                  <span className="block font-medium wrap-anywhere text-ink">{question.title}</span>
                )}
                <span
                  className={
                    question.title === ''
                      ? 'block wrap-anywhere text-ink'
                      : 'mt-0.5 line-clamp-2 block wrap-anywhere text-ui text-ink-muted'
                  }
                >
                  {question.content}
                </span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    )}
  </div>
)
