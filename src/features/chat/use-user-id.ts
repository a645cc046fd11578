import { useAuth } from '#src/platform/auth/auth-state.ts'

export const useUserId = (): string => useAuth(({ user }) => (user === null ? '' : String(user.id)))
