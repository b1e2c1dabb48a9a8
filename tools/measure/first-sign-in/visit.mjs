/** What a new user does in an application that `latchstring init` has set up. */
import { readFileSync } from 'node:fs'
import { Failure, wasInterrupted } from '../../run.mjs'
import { endGroup, startGroup } from '../../servers/private-server.mjs'
import { createPerson } from './person.mjs'

/** @typedef {import('./applications.mjs').Kind} Kind */

/** How long a server may take to answer. */
const PATIENCE_MS = 120_000

/**
 * Starts `latchstring dev`, and waits for a page.
 *
 * @param {string} page
 * @param {string} app
 * @param {{ readonly options?: readonly string[], readonly env?: Readonly<Record<string, string>> }} [how]
 * @returns {Promise<() => Promise<void>>} what ends it
 */
export async function startDevelopment(page, app, { options = [], env = {} } = {}) {
  const log = `${app}.log`
  const child = startGroup(['npx', 'latchstring', 'dev', ...options], {
    cwd: app,
    log,
    env: { ...process.env, npm_config_loglevel: 'error', ...env },
  })
  const stop = () => endGroup(child)
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const status = await fetch(page).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return stop
    if (child.exitCode !== null || Date.now() > until || wasInterrupted()) {
      await stop()
      throw new Failure(`${page} does not answer (HTTP ${status}):\n${readFileSync(log, 'utf8')}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** @type {(kind: Pick<Kind, 'origin' | 'base' | 'welcome'>) => Promise<void>} at the emulator of GitHub */
export async function signInAndOut({ origin, base, welcome }) {
  const person = createPerson()
  const page = `${origin}${welcome}`
  person.expect(await person.open(page), 'You are not signed in')
  const signIn = await person.open(`${origin}${base}/signin?callbackUrl=${welcome}`)
  person.expect(signIn, 'AUTH_GITHUB_ID')
  const consent = await person.submit(signIn, /signin\/github$/)
  person.expect(consent, 'This is not GitHub')
  const landed = await person.submit(consent, /decision$/, { person: 'alan', decision: 'allow' })
  person.expect(landed, 'Signed in as Alan Turing')
  if (landed.url !== page) throw new Failure(`The sign-in ended at ${landed.url}, not at ${page}.`)
  const signOut = await person.open(`${origin}${base}/signout?callbackUrl=${welcome}`)
  person.expect(await person.submit(signOut, /signout$/), 'You are not signed in')
}
