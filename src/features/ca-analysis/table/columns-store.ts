import { persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { createPersistStorage, readByMerge } from '#src/lib/storage/persisted.ts'
import { isRecord } from '#src/lib/storage/saved-record.ts'
import { onUserChange, getPersonalStorage } from '#src/platform/auth/personal-storage.ts'
import { COLUMNS } from './wallet-columns.tsx'

/** Keys of the chosen columns. Null until the user chooses: the window's width then determines the columns. */
type ColumnsState = { readonly chosen: readonly string[] | null }

const NOT_CHOSEN: ColumnsState = { chosen: null }

const readChosen = (saved: unknown): ColumnsState => {
  const chosen = isRecord(saved) ? saved['chosen'] : null
  return Array.isArray(chosen)
    ? { chosen: COLUMNS.map(({ key }) => key).filter((key) => chosen.includes(key)) }
    : NOT_CHOSEN
}

export const walletColumns = createStore<ColumnsState>()(
  persist(() => NOT_CHOSEN, {
    name: 'wallet-columns',
    version: 1,
    storage: createPersistStorage(getPersonalStorage),
    migrate: readByMerge,
    merge: (saved) => readChosen(saved),
  }),
)

onUserChange(() => void walletColumns.persist.rehydrate())

const DEFAULT_KEYS = COLUMNS.filter(({ isDefault }) => isDefault === true).map(({ key }) => key)

export const isColumnShown = ({ chosen }: ColumnsState, key: string): boolean =>
  (chosen ?? DEFAULT_KEYS).includes(key)

/** The wallet itself is always shown. */
export const toggleColumn = (key: string): void => {
  walletColumns.setState((state) => {
    const before = state.chosen ?? DEFAULT_KEYS
    return {
      chosen: COLUMNS.map((column) => column.key).filter((other) =>
        other === key ? !before.includes(key) : before.includes(other),
      ),
    }
  })
}

export const resetColumns = (): void => {
  walletColumns.setState(NOT_CHOSEN)
}
