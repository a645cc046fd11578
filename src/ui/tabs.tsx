import * as RadixTabs from '@radix-ui/react-tabs'
import { cn } from '#src/lib/cn.ts'
import type { ReactNode, SyntheticEvent } from 'react'

/** The library focuses a pressed tab by script, which browsers take for the keyboard's doing and draw a ring. */
const markPressed = ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
  currentTarget.setAttribute('data-pressed', '')
const unmarkPressed = ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
  currentTarget.removeAttribute('data-pressed')

type Tab = { value: string; label: ReactNode; content: ReactNode }

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  /** Give both to control the open tab; else the first one, or `defaultValue`, starts open. */
  value?: string
  onValueChange?: (value: string) => void
  defaultValue?: string
  isWide?: boolean
}

export const Tabs = ({
  label,
  tabs,
  value,
  onValueChange,
  defaultValue,
  isWide = false,
}: TabsProps) => (
  <RadixTabs.Root
    {...(value === undefined ? { defaultValue: defaultValue ?? tabs[0]?.value ?? '' } : { value })}
    {...(onValueChange === undefined ? {} : { onValueChange })}
  >
    <RadixTabs.List
      aria-label={label}
      className={cn(
        'inline-flex max-w-full gap-1 overflow-x-auto rounded-lg bg-surface-sunken p-1 ring-1 ring-line ring-inset',
        isWide && 'flex w-full',
      )}
    >
      {tabs.map((tab) => (
        <RadixTabs.Trigger
          key={tab.value}
          value={tab.value}
          onMouseDown={markPressed}
          onKeyDown={unmarkPressed}
          onBlur={unmarkPressed}
          className={cn(
            'data-pressed:outline-none h-8 rounded-md px-3.5 text-ui max-sm:px-1.5 font-medium whitespace-nowrap text-ink-muted transition-colors hover:text-ink data-[state=active]:bg-surface-raised data-[state=active]:text-ink data-[state=active]:shadow-low pointer-coarse:min-h-11',
            isWide && 'flex-1',
          )}
        >
          {tab.label}
        </RadixTabs.Trigger>
      ))}
    </RadixTabs.List>
    {tabs.map((tab) => (
      <RadixTabs.Content key={tab.value} value={tab.value} className="mt-4 rounded-md">
        {tab.content}
      </RadixTabs.Content>
    ))}
  </RadixTabs.Root>
)
