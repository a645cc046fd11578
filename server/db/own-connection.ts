import { Client, type ClientConfig } from 'pg'

/** Runs `work` with a new connection. If the connection breaks between two statements, the next one fails. */
export async function withOwnConnection<Result>(
  config: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(config)
  // Without a listener the event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
