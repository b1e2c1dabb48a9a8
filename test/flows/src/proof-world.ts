import type { AuthConfig } from '@latchstring/core'
import { type Adapter, recordTables } from '@latchstring/core/adapters'
import type { AnyFeature } from '@latchstring/core/features'
import type { SendVerificationRequestParams } from '@latchstring/core/providers'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { type App, BASE, createApp, ENV, type Strategy } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { type PageForm, readForms } from '@latchstring/test-kit/forms'
import { passwords, storePeople } from '@latchstring/test-kit/people'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { type Watched, watchCalls } from '@latchstring/test-kit/watched-adapter'
import { onTestFinished } from 'vitest'
import { openGateStore } from './gate-world.ts'
import { words } from './welcome-feature.ts'

/** What a proof by mail goes through. */
export interface ProofWorldOptions {
  readonly strategy: Strategy
  readonly store: 'in memory' | 'in SQL'
  readonly config: 'an object' | 'a function'
}

/** Each value of each option; sealed sessions end by a feed, which the store in memory does not have. */
export const PROOF_WORLDS: readonly ProofWorldOptions[] = [
  { strategy: 'database', store: 'in memory', config: 'an object' },
  { strategy: 'database', store: 'in SQL', config: 'a function' },
  { strategy: 'jwt', store: 'in SQL', config: 'an object' },
]

/** An application with the feature, and what is around it. */
export interface ProofWorld extends App {
  readonly clock: TestClock
  readonly watched: Watched
  /** The store behind it. */
  readonly store: Adapter
  /** What mails were sent with, in order. */
  readonly mails: readonly SendVerificationRequestParams[]
  /** The newest mail. */
  last(): SendVerificationRequestParams
  /** What the mail server does with the next mails. */
  fail(error: Error | null): void
}

async function openStore({ store }: ProofWorldOptions): Promise<Adapter> {
  if (store === 'in memory') {
    const { adapter, rows } = await openGateStore()
    return {
      ...adapter,
      capabilities: { ...adapter.capabilities, revocation: true },
      listSessionsByUserId: (userId) => rows.sessions.filter((one) => one.userId === userId),
      deleteSessionsByUserId(userId, except) {
        const kept = rows.sessions.filter(
          (one) => one.userId !== userId || one.sessionToken === except,
        )
        return rows.sessions.splice(0, rows.sessions.length, ...kept).length - kept.length
      },
    }
  }
  const adapter = openSqlAdapter(':memory:', {
    sessionControl: true,
    records: [...recordTables, words],
  })
  onTestFinished(() => adapter.close())
  await adapter.migrate()
  await storePeople(adapter, new Date(0))
  return adapter
}

/** Opens an application in which Ada and Grace have proven their addresses. */
export async function openProofWorld(
  options: ProofWorldOptions,
  features: readonly AnyFeature[],
  config: Partial<AuthConfig> = {},
): Promise<ProofWorld> {
  const { strategy, config: form } = options
  const clock = startClock()
  const store = await openStore(options)
  const watched = watchCalls(store)
  const mails: SendVerificationRequestParams[] = []
  let failure: Error | null = null
  const whole: AuthConfig = {
    providers: [
      passwords(),
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
    ...config,
  }
  const isFunction = form === 'a function'
  const app = createApp(
    isFunction ? whole : { ...whole, features },
    { env: ENV, clock: clock.now, ...(isFunction && { features }) },
    isFunction ? 'each time' : 'once',
  )
  return {
    ...app,
    clock,
    watched,
    store,
    mails,
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

/** Posts to an action of the feature. */
export async function post(
  browser: Browser,
  word: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const csrfToken = await browser.csrf(BASE)
  return browser.submit(`${BASE}/welcome/${word}`, { csrfToken, ...fields }, headers)
}

/** The form of a page that leads to an action. */
export function formTo(html: string, word: string): PageForm {
  const form = readForms(html).find(({ action }) => action.endsWith(`/welcome/${word}`))
  if (!form) throw new Error(`The page has no form to ${word}.`)
  return form
}

/** Opens a link and sends the form behind it. */
export async function useLink(
  browser: Browser,
  url: string,
  to: { readonly word: string; readonly fields: Readonly<Record<string, string>> },
): Promise<Response> {
  const page = await browser.open(url)
  if (page.status !== 200) return page
  const form = formTo(await page.text(), to.word)
  return browser.submit(form.action, { ...form.fields, ...to.fields }, { origin: 'null' })
}
