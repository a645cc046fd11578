import { useAuth } from '#src/platform/auth/auth-store.ts'

export const useUserId = (): string => useAuth(({ user }) => (user === null ? '' : String(user.id)))
