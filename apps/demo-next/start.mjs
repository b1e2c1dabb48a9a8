/**
 * Starts the demo: identity provider, mailbox and application. `node start.mjs`, or with `--dev` on
 * the development server of Next.js. README.md lists the environment variables.
 */
import { startIdentityProvider } from '@latchstring/test-idp'
import { startInbox } from '@latchstring/test-inbox'
import { randomBytes } from 'node:crypto'
import { startApp } from './start/app.mjs'
import { greeting } from './start/greeting.mjs'
import { findPorts } from './start/ports.mjs'
import { readDemoUsers, readSettings } from './start/settings.mjs'
import { prepareStore } from './start/store.mjs'

const PORTS = {
  PORT: 3000,
  DEMO_IDP_PORT: 4400,
  DEMO_INBOX_PORT: 4401,
  DEMO_SMTP_PORT: 4402,
}

const PORT_USERS = {
  PORT: 'the application',
  DEMO_IDP_PORT: 'the identity provider',
  DEMO_INBOX_PORT: 'the mailbox',
  DEMO_SMTP_PORT: 'the SMTP server of the mailbox',
}

/** @typedef {() => Promise<void>} Stop */

/** @type {Stop[]} what has been started, first things first */
const started = []
const interrupted = new AbortController()

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => interrupted.abort())
}

/** @type {() => Promise<void>} */
const interruption = () =>
  new Promise((resolve) => {
    if (interrupted.signal.aborted) resolve()
    else interrupted.signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** @type {() => Promise<void>} ends the last thing first */
async function stopEverything() {
  for (let stop = started.pop(); stop !== undefined; stop = started.pop()) await stop()
}

/** @type {(port: number, appUrl: string) => Promise<{ issuer: string, env: Record<string, string> }>} */
async function startProvider(port, appUrl) {
  const client = { client_id: 'latchstring-demo', client_secret: randomBytes(32).toString('hex') }
  const callback = `${appUrl}/api/auth/callback`
  const redirect_uris = [`${callback}/oidc`, `${callback}/oauth`]
  const provider = await startIdentityProvider({
    port,
    clients: [{ ...client, client_name: 'Latchstring demo', redirect_uris }],
  })
  started.push(() => provider.close())
  const env = {
    DEMO_OIDC_ISSUER: provider.issuer,
    AUTH_OIDC_ID: client.client_id,
    AUTH_OIDC_SECRET: client.client_secret,
    AUTH_OAUTH_ID: client.client_id,
    AUTH_OAUTH_SECRET: client.client_secret,
  }
  return { issuer: provider.issuer, env }
}

/** @type {(webPort: number, smtpPort: number) => Promise<{ mailboxUrl: string, env: Record<string, string> }>} */
async function startMailbox(webPort, smtpPort) {
  const inbox = await startInbox({ webPort, smtpPort })
  started.push(() => inbox.close())
  const env = { DEMO_INBOX_URL: inbox.webUrl, DEMO_SMTP_URL: inbox.smtpUrl }
  return { mailboxUrl: inbox.webUrl, env }
}

/** @type {(facts: import('./start/greeting.mjs').Facts) => void} */
function announce(facts) {
  if (process.env['DEMO_JSON'] !== '1') {
    console.log(`\n${greeting(facts)}\n`)
    return
  }
  const { settings, users, ...urls } = facts
  const { strategy, databaseName: database } = settings
  console.log(`DEMO_READY ${JSON.stringify({ ...urls, strategy, database, users })}`)
}

/** @type {() => Promise<number>} the exit code */
async function main() {
  const dev = process.argv.includes('--dev')
  const settings = readSettings()
  const users = readDemoUsers()
  await prepareStore(settings.databaseUrl, settings.secret, users)
  const { ports, moved } = await findPorts(PORTS)
  for (const { name, from, to } of moved) {
    console.error(`Port ${from} is taken: ${PORT_USERS[name]} uses ${to}.`)
  }
  const appUrl = `http://localhost:${ports.PORT}`
  const provider = await startProvider(ports.DEMO_IDP_PORT, appUrl)
  const mailbox = await startMailbox(ports.DEMO_INBOX_PORT, ports.DEMO_SMTP_PORT)
  const env = {
    ...provider.env,
    ...mailbox.env,
    AUTH_URL: appUrl,
    AUTH_SECRET: settings.secret,
    // A production build takes http from the identity provider on this machine.
    AUTH_INSECURE_LOOPBACK: 'true',
    DATABASE_URL: settings.databaseUrl,
    DEMO_SESSION_STRATEGY: settings.strategy,
  }
  if (interrupted.signal.aborted) return 0
  const app = await startApp({
    dev,
    port: ports.PORT,
    url: appUrl,
    env,
    signal: interrupted.signal,
  })
  started.push(app.stop)
  const { issuer } = provider
  const { mailboxUrl } = mailbox
  announce({ appUrl, mailboxUrl, issuer, users, settings })
  return Promise.race([app.ended, interruption().then(() => 0)])
}

try {
  process.exitCode = await main()
} catch (error) {
  process.exitCode = interrupted.signal.aborted ? 0 : 1
  if (!interrupted.signal.aborted) console.error(error instanceof Error ? error.message : error)
} finally {
  await stopEverything()
}
// Open connections of a server must not keep the process running.
process.exit()
