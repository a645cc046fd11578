import * as RadixTabs from '@radix-ui/react-tabs'
import { cn } from '#src/lib/cn.ts'
import type { ReactNode } from 'react'

type Tab = {
  value: string
  label: ReactNode
  /** Names the panel if the tab's label is also the label of a field inside. */
  panelLabel?: string
  content: ReactNode
}

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  /** With `onValueChange`, controls the open tab; otherwise the first tab starts open. */
  value?: string
  onValueChange?: (value: string) => void
  isWide?: boolean
  /** Keeps hidden panels mounted, and so the text typed in them. */
  keepsPanels?: boolean
}

export const Tabs = ({
  label,
  tabs,
  value,
  onValueChange,
  isWide = false,
  keepsPanels = false,
}: TabsProps) => (
  <RadixTabs.Root
    {...(value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value })}
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
          className={cn(
            'h-8 rounded-md px-3.5 text-ui max-sm:px-1.5 font-medium whitespace-nowrap text-ink-muted transition-colors hover:text-ink data-[state=active]:bg-surface-raised data-[state=active]:text-ink data-[state=active]:shadow-low pointer-coarse:min-h-11',
            isWide && 'flex-1',
          )}
        >
          {tab.label}
        </RadixTabs.Trigger>
      ))}
    </RadixTabs.List>
    {tabs.map((tab) => (
      <RadixTabs.Content
        key={tab.value}
        value={tab.value}
        {...(tab.panelLabel === undefined
          ? {}
          : { 'aria-label': tab.panelLabel, 'aria-labelledby': undefined })}
        {...(keepsPanels ? { forceMount: true } : {})}
        className="mt-4 rounded-md data-[state=inactive]:hidden"
      >
        {tab.content}
      </RadixTabs.Content>
    ))}
  </RadixTabs.Root>
)
