import { CredentialsForm } from './credentials-form.tsx'
import { DataCard } from './data-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { WalletsCard } from './wallets-card.tsx'

export const AccountSection = () => (
  <>
    <CredentialsForm />
    <WalletsCard />
    <SessionsCard />
    <DataCard />
  </>
)
