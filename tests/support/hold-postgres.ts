import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'

// Run as a process of its own: holds a database directory until SIGTERM, or says in one line why it cannot.
const [dir = ''] = process.argv.slice(2)
try {
  const postgres = await startEmbeddedPostgres({ dir })
  process.stdout.write(`ready ${postgres.url}\n`)
  const timer = setInterval(() => undefined, 60_000)
  process.once('SIGTERM', () => {
    clearInterval(timer)
    void postgres.stop()
  })
} catch (error) {
  process.stdout.write(`${String(error)}\n`)
  process.exitCode = 1
}
