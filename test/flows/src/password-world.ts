import type { AuthConfig } from '@latchstring/core'
import { type Adapter, recordTables } from '@latchstring/core/adapters'
import type { AnyFeature, Feature } from '@latchstring/core/features'
import type { SendVerificationRequestParams } from '@latchstring/core/providers'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { type App, BASE, createApp, ENV, type Strategy } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { type PageForm, readForms } from '@latchstring/test-kit/forms'
import { ADA, storePeople } from '@latchstring/test-kit/people'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { type Watched, watchCalls } from '@latchstring/test-kit/watched-adapter'
import { onTestFinished } from 'vitest'
import type { PasswordHasher } from '../../../packages/passwords/src/hashing.ts'
import {
  hashes,
  type PasswordOperations,
  passwords,
  type PasswordsOptions,
  type PasswordSystem,
  usernames,
} from '../../../packages/passwords/src/index.ts'
import { cheapHasher } from '../../../packages/passwords/test/cheap-hasher.ts'

/** The password of Ada. */
export const FIRST = 'a first long password'
/** Another one, that may be chosen. */
export const NEXT = 'a second long password'

/** An application with passwords, and what is around it. */
export interface PasswordWorld extends App {
  readonly pw: Feature<PasswordOperations, PasswordSystem>
  readonly clock: TestClock
  readonly watched: Watched
  readonly store: Adapter
  /** What mails were sent with, in order. */
  readonly mails: readonly SendVerificationRequestParams[]
  /** The newest mail. */
  last(): SendVerificationRequestParams
  /** What the mail server does with the next mails. */
  fail(error: Error | null): void
  /** What was warned of. */
  readonly warnings: readonly string[]
  readonly hasher: PasswordHasher
}

/** What is around the feature. */
export interface WorldOptions {
  readonly strategy: Strategy
  /** Default: SQLite in memory */
  readonly openStore?: OpenPasswordStore
  readonly others?: readonly AnyFeature[]
  readonly config?: Partial<AuthConfig>
  /** Default: one that hashes at once */
  readonly hasher?: PasswordHasher
}

/** The tables of an application with passwords. */
export const PASSWORD_TABLES = [...recordTables, hashes, usernames] as const

/** Opens an empty store that keeps records of these tables, which ends with the test. */
export type OpenPasswordStore = () => Promise<Adapter>

/** Opens SQLite in memory. */
export async function openPasswordStore(): Promise<Adapter> {
  const adapter = openSqlAdapter(':memory:', { sessionControl: true, records: PASSWORD_TABLES })
  onTestFinished(() => adapter.close())
  await adapter.migrate()
  return adapter
}

/** Opens an application in which Ada and Grace have proven their addresses, and Ada has a password. */
export async function openPasswordWorld(
  {
    strategy,
    openStore = openPasswordStore,
    others = [],
    config = {},
    hasher = cheapHasher,
  }: WorldOptions,
  options: PasswordsOptions = {},
): Promise<PasswordWorld> {
  // Redis ends what has expired by the clock of the machine.
  const clock = startClock(Date.now())
  const store = await openStore()
  await storePeople(store, new Date(0))
  const watched = watchCalls(store)
  const pw = passwords({ hash: hasher, ...options })
  const mails: SendVerificationRequestParams[] = []
  const warnings: string[] = []
  let failure: Error | null = null
  const keep = (line: unknown): void => void warnings.push(String(line))
  const app = createApp(
    {
      features: [pw, ...others],
      providers: [
        {
          id: 'mail',
          name: 'Mail',
          type: 'email',
          sendVerificationRequest(params) {
            if (failure) throw failure
            mails.push(params)
          },
        },
      ],
      adapter: watched.adapter,
      session: { strategy, absoluteMaxAge: 36_000, revocation: strategy === 'jwt' },
      account: { page: true },
      logger: { warn: keep, error: keep },
      ...config,
    },
    { env: ENV, clock: clock.now },
  )
  await app.auth.system(pw).setHash(ADA.id, await hasher.hash(FIRST))
  return {
    ...app,
    pw,
    clock,
    store,
    watched,
    mails,
    warnings,
    hasher,
    last() {
      const mail = mails.at(-1)
      if (!mail) throw new Error('No mail was sent.')
      return mail
    },
    fail(error) {
      failure = error
    },
  }
}

type Fields = Readonly<Record<string, string>>

/** Sends the form on the sign-in page. */
export async function signIn(
  browser: Browser,
  fields: Fields = {},
  headers: Fields = {},
): Promise<Response> {
  const csrfToken = await browser.csrf(BASE)
  const values = 'username' in fields ? {} : { email: ADA.email }
  return browser.submit(
    `${BASE}/callback/password`,
    { csrfToken, callbackUrl: '/inside', ...values, password: FIRST, ...fields },
    headers,
  )
}

/** Posts to an action of the feature. */
export async function post(
  browser: Browser,
  word: string,
  fields: Fields,
  headers: Fields = {},
): Promise<Response> {
  const csrfToken = await browser.csrf(BASE)
  const all = { csrfToken, callbackUrl: '/inside', ...fields }
  return browser.submit(`${BASE}/passwords/${word}`, all, headers)
}

/** The form of a page that leads to an action. */
export function formTo(html: string, word: string): PageForm {
  const form = readForms(html).find(({ action }) => action.endsWith(`/passwords/${word}`))
  if (!form) throw new Error(`The page has no form to ${word}: ${html}`)
  return form
}

/** Opens a link and sends the form behind it, as a page without a script does. */
export async function useLink(
  browser: Browser,
  url: string,
  word: string,
  fields: Fields = { password: NEXT },
): Promise<Response> {
  const page = await browser.open(url)
  if (page.status !== 200) return page
  const form = formTo(await page.text(), word)
  return browser.submit(form.action, { ...form.fields, ...fields }, { origin: 'null' })
}

/** Sends what a link proves, as a script does. */
export async function useProof(
  browser: Browser,
  url: string,
  word: string,
  fields: Fields = { password: NEXT },
): Promise<Response> {
  const proof = new URL(url).searchParams.get('proof') ?? ''
  return post(browser, word, { proof, ...fields }, { accept: 'application/json' })
}
