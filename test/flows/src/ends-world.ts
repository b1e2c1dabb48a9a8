import { factors, recoveries } from '@latchstring/factors'
import type { SendVerificationRequestParams } from '@latchstring/core/providers'
import { type App, BASE, createApp, ENV, type Strategy } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { guild } from '@latchstring/test-kit/guild'
import { ADA, storePeople } from '@latchstring/test-kit/people'
import { expectSignedIn, sessionCookies } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import type { Adapter } from '@latchstring/core/adapters'
import { expect } from 'vitest'
import { createPasswordHasher } from '../../../packages/passwords/src/hashing.ts'
import { passwords } from '../../../packages/passwords/src/index.ts'
import { codeOf, FACTOR_TABLES, SECRET, send } from './factors-world.ts'
import { FIRST, NEXT, PASSWORD_TABLES, post, signIn, useLink } from './password-world.ts'

/** The tables of an application with passwords and second factors. */
export const ENDS_TABLES = [
  ...PASSWORD_TABLES,
  ...FACTOR_TABLES.filter(({ name }) => !PASSWORD_TABLES.some((one) => one.name === name)),
] as const

type Mail = SendVerificationRequestParams

/** Two processes of an application whose users have passwords, second factors and an account elsewhere. */
export interface EndsWorld {
  readonly here: App
  /** Another process, which learns of endings by the store. */
  readonly there: App
  readonly store: Adapter
  readonly clock: TestClock
  readonly mails: readonly Mail[]
  readonly factorsOf: () => ReturnType<typeof systemOf>
  /** Signs Ada in, up to where a factor is asked for. */
  begin(app?: App): Promise<Browser>
  /** Signs Ada in with the factor that she has. */
  strong(app?: App): Promise<Browser>
}

const hashing = createPasswordHasher({ waiting: 1000 })

const systemOf = (app: App, feature: ReturnType<typeof factors>) => app.auth.system(feature)

/** Seconds after which each process knows of an ending. */
export const WINDOW = 30

/** Opens an application in two processes over an empty store. */
export async function openEndsWorld(
  strategy: Strategy,
  openStore: () => Promise<Adapter>,
): Promise<EndsWorld> {
  // Redis ends what has expired by the clock of the machine.
  const clock = startClock(Date.now())
  const store = await openStore()
  await storePeople(store, new Date(0))
  const hasher = await hashing
  const mails: Mail[] = []
  const open = () => {
    const pw = passwords({ hash: hasher })
    const feature = factors({ backupCodes: 5, notices: true })
    const app = createApp(
      {
        features: [pw, feature],
        providers: [
          guild(),
          {
            id: 'mail',
            name: 'Mail',
            type: 'email',
            sendVerificationRequest: (mail) => void mails.push(mail),
          },
        ],
        adapter: store,
        session: { strategy, absoluteMaxAge: 36_000, revocation: strategy === 'jwt' },
        account: { page: true },
        limits: false,
      },
      { env: ENV, clock: clock.now },
    )
    return { app, pw, feature }
  }
  const [one, other] = [open(), open()]
  await one.app.auth.system(one.pw).setHash(ADA.id, await hasher.hash(FIRST))
  await store.linkAccount?.({
    userId: ADA.id,
    type: 'oauth',
    provider: 'guild',
    providerAccountId: 'ada',
    refresh_token: 'a grant',
  })
  const begin = async (app = one.app): Promise<Browser> => {
    const browser = app.openBrowser()
    await signIn(browser)
    return browser
  }
  return {
    here: one.app,
    there: other.app,
    store,
    clock,
    mails,
    factorsOf: () => systemOf(one.app, one.feature),
    begin,
    async strong(app) {
      const browser = await begin(app)
      expectSignedIn(await send(browser, 'check', { code: codeOf(clock) }))
      clock.advance(WINDOW)
      return browser
    },
  }
}

/** Gives Ada an app, whose codes are taken from now on. */
export async function addApp({ factorsOf, clock }: EndsWorld): Promise<void> {
  await factorsOf().importTotp(ADA.id, { secret: { base32: SECRET } })
  clock.advance(2 * WINDOW)
}

/** Mails that were not used. */
interface Outstanding {
  /** Lets Ada choose another password. */
  readonly reset: Mail
  /** Signs Ada in, in the browser that has asked for it. */
  readonly link: Mail
  readonly asker: Browser
}

/** Asks for a mail that lets Ada choose another password, and for one that signs her in. */
export async function askForMails({ here, mails }: EndsWorld): Promise<Outstanding> {
  await post(here.openBrowser(), 'forgot', { email: ADA.email })
  const asker = here.openBrowser()
  await asker.submit(`${BASE}/signin/mail`, {
    csrfToken: await asker.csrf(BASE),
    email: ADA.email,
  })
  const [reset, link] = mails.slice(-2)
  if (reset?.purpose === 'passwords/reset' && link) return { reset, link, asker }
  throw new Error('Two mails were sent.')
}

/** Whether a mail still lets Ada choose another password. */
export async function opensReset(app: App, { reset }: Outstanding): Promise<boolean> {
  const response = await useLink(app.openBrowser(), reset.url, 'reset', { password: NEXT })
  return response.headers.get('location')?.includes('error=') !== true
}

/** Whether the link of a mail still leads past the first factor. */
export async function opensSignIn({ link, asker }: Outstanding): Promise<boolean> {
  const response = await asker.open(link.url)
  return response.headers.get('location') === `${BASE}/factors/challenge`
}

/** A right code is of no use for the sign-in of a browser that waited. */
export async function expectNoLongerWaiting(browser: Browser, clock: TestClock): Promise<void> {
  clock.advance(WINDOW)
  await send(browser, 'check', { code: codeOf(clock) })
  expect(sessionCookies(browser)).toEqual([])
}

/** The grant of the service is there as before. */
export async function expectGrant({ store }: EndsWorld): Promise<void> {
  const account = { provider: 'guild', providerAccountId: 'ada' }
  expect(await store.getUserByAccount?.(account)).toMatchObject({ id: ADA.id })
}

/** What is kept about the second factors of Ada. */
export async function keptOf({ store }: EndsWorld): Promise<number> {
  const find = { field: 'userId', value: ADA.id, limit: 100 }
  const tables = FACTOR_TABLES.filter((table) => table.name.startsWith('auth_factors_'))
  expect(tables).toContain(recoveries)
  const found = await Promise.all(tables.map(async (table) => store.records?.find(table, find)))
  return found.reduce((sum, page) => sum + (page?.rows.length ?? 0), 0)
}
