/** Descriptions of the product's commands for users. The tools' own descriptions are written for a model. */
const NOTES: Readonly<Record<string, string>> = {
  token: 'Supply, authorities and largest holders of a token',
  wallet: 'Balance, tokens and recent transactions of a wallet',
  price: 'The price of SOL in US dollars',
  network: 'Whether the network answers, its newest block and epoch',
  balance: 'Your SOL and POINTS',
  history: 'What you spent POINTS on',
  payments: 'Your recharges',
  ca_analysis: 'Find the wallets that traded a token best',
  research: 'Answer a question from many sources',
  watch_wallet: 'Get notified when a wallet trades',
  unwatch_wallet: 'Stop the notifications of a wallet',
  watched_wallets: 'The wallets you watch and their newest trades',
  last_report: 'Open your newest report',
  my_reports: 'Your newest reports',
  set_price_alert: 'Get notified once when a price is reached',
  price_alerts: 'Your price alerts',
  delete_price_alert: 'Delete the price alerts of a token',
  open_app: 'Open an app by its name',
  arrange_windows: 'Put your windows side by side, or close them all',
  set_theme: 'Switch to the light or dark theme',
  set_wallpaper: 'Change the wallpaper',
  set_accent: 'Change the color of buttons and links',
  top_up: 'Add SOL to your balance',
  wallet_finder: 'Find wallets that did well in several tokens',
  export_csv: 'Save spending, recharges or a report as a file',
  add_event: 'Put something into your calendar',
  list_events: 'What is in your calendar',
  delete_event: 'Find calendar entries to delete',
  move_event: 'Find calendar entries to move',
  my_apps: 'The apps you installed',
  my_agents: 'The agents you built',
  install_app: 'Install an app from the App Store',
  uninstall_app: 'Remove an installed app',
  create_agent: 'Build an agent from an idea',
}

/** Returns a short text on a command; that of its tool if it is an app's. */
export const describeCommand = (command: {
  name: string
  title: string
  description: string
}): string => {
  const { name, title, description } = command
  return NOTES[name] ?? (description === '' ? title : description)
}
