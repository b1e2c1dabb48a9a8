import { openSqlAdapter } from '@latchstring/adapter-sql'
import type { AuthConfig } from '@latchstring/core'
import { type Adapter, recordTables } from '@latchstring/core/adapters'
import {
  backupCodes,
  enrolments,
  factors,
  type FactorsOptions,
  recoveries,
  totp,
  tries,
  trustedBrowsers,
} from '@latchstring/factors'
import { type App, BASE, type Strategy } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { type PageForm, readForms } from '@latchstring/test-kit/forms'
import { ADA, storePeople, submitPassword } from '@latchstring/test-kit/people'
import { sessionCookies } from '@latchstring/test-kit/story'
import type { TestClock } from '@latchstring/test-kit/test-clock'
import type { IdentityProvider } from '@latchstring/test-idp'
import { Secret, TOTP } from 'otpauth'
import { onTestFinished } from 'vitest'
import { sourceOf } from './acting-world.ts'
import { type GateWorld, openGateWorld } from './gate-world.ts'

/** The secret of an app, in base32. */
export const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

const STEP = 30_000

/** An application whose users may have second factors. */
export interface FactorsWorld extends GateWorld {
  /** The application, with the feature in it. */
  start(options?: FactorsOptions, config?: Partial<AuthConfig>): Started
}

/** An application, and its feature. */
export interface Started {
  readonly app: App
  readonly feature: ReturnType<typeof factors>
  /** What is offered for any user. */
  readonly system: () => ReturnType<typeof systemOf>
}

/** The tables of an application with second factors. */
export const FACTOR_TABLES = [
  totp,
  enrolments,
  backupCodes,
  tries,
  recoveries,
  trustedBrowsers,
  ...recordTables,
] as const

/** Opens an empty store that keeps records of these tables, which ends with the test. */
export type OpenFactorStore = () => Promise<Adapter>

/** Opens SQLite in memory. */
export async function openFactorStore(): Promise<Adapter> {
  const adapter = openSqlAdapter(':memory:', { sessionControl: true, records: FACTOR_TABLES })
  onTestFinished(() => adapter.close())
  await adapter.migrate()
  return adapter
}

const systemOf = (app: App, feature: ReturnType<typeof factors>) => app.auth.system(feature)

/** Opens a world in which Ada can come in every way, over one store. */
export async function openFactorsWorld(
  strategy: Strategy,
  idp: IdentityProvider,
  openStore: OpenFactorStore,
): Promise<FactorsWorld> {
  const world = await openGateWorld(strategy, idp)
  const adapter = await openStore()
  await storePeople(adapter, new Date(0))
  const open: GateWorld['open'] = (features, config = {}) =>
    world.open(features, {
      adapter,
      account: { page: true },
      session: { strategy, revocation: strategy === 'jwt', absoluteMaxAge: 360_000 },
      ...config,
    })
  const start: FactorsWorld['start'] = (options = {}, config = {}) => {
    const feature = factors({ backupCodes: 5, ...options })
    const app = open([feature], config)
    return { app, feature, system: () => systemOf(app, feature) }
  }
  return { ...world, store: { ...world.store, adapter }, open, start }
}

/** Gives Ada an app, as one from elsewhere: codes of the next step and later are taken. */
export async function giveApp(
  { system }: Started,
  clock: TestClock,
  userId: string = ADA.id,
): Promise<void> {
  await system().importTotp(userId, { secret: { base32: SECRET } })
  clock.advance(60)
}

/** What the app shows. */
export const codeOf = (
  clock: Pick<TestClock, 'now'>,
  { secret = SECRET, steps = 0 }: { readonly secret?: string; readonly steps?: number } = {},
): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now() + steps * STEP })

/** A code that the app shows at none of the steps that are taken. */
export function wrongCode(clock: TestClock): string {
  const right = new Set([-1, 0, 1].map((steps) => codeOf(clock, { steps })))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.has(code)) ?? ''
}

/** Sends a form of the feature. */
export async function send(
  browser: Browser,
  word: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const csrfToken = await browser.csrf(BASE)
  return browser.submit(`${BASE}/factors/${word}`, { ...fields, csrfToken }, headers)
}

/** The form of a page that leads to an action. */
export async function formOf(response: Response, word: string): Promise<PageForm> {
  const html = await response.text()
  const form = readForms(html).find(({ action }) => action.endsWith(`/factors/${word}`))
  if (form) return form
  throw new Error(`There is no form of ${word}: ${response.status} ${html.slice(-3000)}`)
}

/** The codes that a page shows. */
export const codesIn = (html: string): readonly string[] =>
  [...html.matchAll(/<code>(\d{1,2}[2-9A-Z]{5}-[2-9A-Z]{5})<\/code>/g)].map(([, code = '']) => code)

/** The key that a page shows, without spaces. */
export const keyIn = (html: string): string =>
  /<code>((?:[A-Z2-7]{4} ?){8})<\/code>/.exec(html)?.[1]?.replaceAll(' ', '') ?? ''

/** How the session of a browser began. */
export const factsOf = async ({ auth }: App, browser: Browser) =>
  (await auth.require(sourceOf(browser))).facts

/** Signs Ada in with the password, and with the code of the app. */
export async function signInWithCode(
  app: App,
  clock: TestClock,
  browser: Browser = app.openBrowser(),
): Promise<Browser> {
  await submitPassword(browser, 'ada')
  const response = await send(browser, 'check', { code: codeOf(clock) })
  if (sessionCookies(browser).length > 0) return browser
  throw new Error(`The code was not taken: ${response.status} ${await response.text()}`)
}

/** Sets up an app in a session or in a sign-in that waits, up to the page with the backup codes. */
export async function setUp(
  browser: Browser,
  clock: TestClock,
  words: { readonly begin: string; readonly confirm: string } = {
    begin: 'begin',
    confirm: 'turn-on',
  },
): Promise<{
  readonly secret: string
  readonly page: Response
  readonly codes: readonly string[]
  readonly fields: PageForm['fields']
}> {
  const begun = await send(browser, words.begin)
  const secret = keyIn(await begun.clone().text())
  const { fields } = await formOf(begun, words.confirm)
  const page = await send(browser, words.confirm, { ...fields, code: codeOf(clock, { secret }) })
  return { secret, page, codes: codesIn(await page.clone().text()), fields }
}
