import { Home } from '#src/features/home/home.tsx'
import { Page } from '#src/features/shell/page.tsx'

export const HomeScreen = () => (
  <Page title="Home" hasSidebar>
    <Home />
  </Page>
)
