import type { UseQueryResult } from '@tanstack/react-query'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Search from 'lucide-react/icons/search'
import { useDeferredValue } from 'react'
import type { StoreApp } from '#contract/apps/apps.ts'
import type { AppLists } from '#src/platform/apps/store-queries.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { AppSections, LoadingGrid } from './app-grid.tsx'
import type { CardActions } from './card-action.tsx'
import { filterApps, splitApps, type StoreFilter } from './store-list.ts'

type StoreCatalogProps = {
  apps: UseQueryResult<AppLists>
  filter: StoreFilter
  /** Shows only the apps of this publisher; null for all apps. */
  publisher: string | null
  onClear: () => void
  actions: CardActions & { onDetails: (app: StoreApp) => void }
}

export const StoreCatalog = ({ apps, filter, publisher, onClear, actions }: StoreCatalogProps) => {
  const { isKeyless, order } = filter
  const text = useDeferredValue(filter.text).trim()
  if (apps.isPending) return <LoadingGrid />
  const list = apps.data?.app_list ?? []
  const found = filterApps(list, { text, isKeyless, order, publisher })
  const isBrowsing = text === '' && !isKeyless && publisher === null
  return (
    <>
      {apps.isError && (
        <EmptyState
          icon={<LayoutGrid size={22} />}
          title="We couldn’t load the apps"
          action={<Button onClick={() => void apps.refetch()}>Retry</Button>}
        >
          {apps.error.message}
        </EmptyState>
      )}
      {apps.isSuccess && list.length === 0 && (
        <EmptyState icon={<LayoutGrid size={22} />} title="No apps found in this category" />
      )}
      {apps.isSuccess && list.length > 0 && found.length === 0 && (
        <EmptyState
          icon={<Search size={22} />}
          title={explainNone(text, publisher)}
          action={
            <Button onClick={onClear}>
              {isKeyless || publisher !== null ? 'Clear filters' : 'Clear search'}
            </Button>
          }
        />
      )}
      {found.length > 0 && (
        <AppSections parts={splitApps(found, { isBrowsing })} actions={actions} />
      )}
    </>
  )
}

const explainNone = (text: string, publisher: string | null): string => {
  const by = publisher === null ? '' : ` by ${publisher}`
  if (text !== '') return `Nothing${by} matches “${text}”`
  return publisher === null ? 'No app here works without a key' : `No app${by} here`
}
