import type { AuthConfig } from '@latchstring/core'
import { recordTables } from '@latchstring/core/adapters'
import { factors } from '@latchstring/factors'
import { passwords } from '@latchstring/passwords'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { BASE, type App, createApp, ENV, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { readForms } from '@latchstring/test-kit/forms'
import { expectSignedIn, readSession } from '@latchstring/test-kit/story'
import { Secret, TOTP } from 'otpauth'
import { afterEach, describe, expect, it } from 'vitest'
import { tablesOf } from '../test/better-auth/features.ts'
import { fill, importInto, keptOpen, PEOPLE } from '../test/better-auth/people.ts'
import { createSqliteDatabase } from '../test/databases.ts'

const cleanUps: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** Sends the form of the sign-in page, and then the form of the step that it leads to. */
async function signIn(
  browser: Browser,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Response> {
  const csrfToken = await browser.csrf(BASE)
  return browser.submit(`${BASE}/callback/password`, {
    csrfToken,
    callbackUrl: '/inside',
    email,
    password,
  })
}

/** Answers the step of a sign-in that waits, on a page of the second factors. */
async function answer(browser: Browser, page: 'challenge' | 'backup', code: string) {
  const shown = await browser.open(`${BASE}/factors/${page}`)
  const form = readForms(await shown.text()).find(({ fields }) => 'code' in fields)
  if (!form) throw new Error('The page asks for no code.')
  return browser.submit(form.action, { ...form.fields, code }, { origin: 'null' })
}

describe.each(STRATEGIES)('With sessions by %s, people of better-auth', (strategy) => {
  async function open(): Promise<App> {
    const source = await createSqliteDatabase()
    cleanUps.push(() => source.drop())
    await fill(source, PEOPLE.sqlite)
    const features = [passwords(), factors()]
    const sql = openSqlAdapter(':memory:', {
      records: [...recordTables, ...tablesOf(features)],
      sessionControl: true,
    })
    cleanUps.push(() => sql.close())
    await sql.migrate()
    const config: AuthConfig = {
      adapter: keptOpen(sql),
      features,
      providers: [
        { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: () => undefined },
      ],
      session: { strategy, revocation: strategy === 'jwt' },
      logger: { warn: () => undefined },
      migrate: { from: 'better-auth', secret: PEOPLE.secret, until: '2126-01-01' },
    }
    const moved = await importInto(config, source, ['--apply', '--accept-losses'], {
      BETTER_AUTH_SECRET: PEOPLE.older,
      BETTER_AUTH_SECRETS: `2:${PEOPLE.secret}`,
      AUTH_SECRET: String(ENV['AUTH_SECRET']),
    })
    expect(moved.code).toBe(0)
    expect(moved.out).toContain('backup codes: 12 moved')
    return createApp(config)
  }

  it('sign in with their password and a code of their app, or a backup code once (IMP-01)', async () => {
    const app = await open()
    const { password, totp, backupCodes } = PEOPLE.sqlite
    const ada = { email: 'ada@example.com', password }

    const browser = app.openBrowser()
    await signIn(browser, ada)
    expect(await readSession(browser)).toBeNull()
    // The import has spent the code of its own time.
    const timestamp = Date.now() + 30_000
    const code = new TOTP({ secret: Secret.fromBase32(totp) }).generate({ timestamp })
    expectSignedIn(await answer(browser, 'challenge', code))
    expect(await readSession(browser)).toMatchObject({ user: { email: 'ada@example.com' } })

    const [backup = ''] = backupCodes
    const other = app.openBrowser()
    await signIn(other, ada)
    expectSignedIn(await answer(other, 'backup', backup))
    const third = app.openBrowser()
    await signIn(third, ada)
    await answer(third, 'backup', backup)
    expect(await readSession(third)).toBeNull()

    const early = app.openBrowser()
    await signIn(early, { email: 'edsger@example.com', password })
    expectSignedIn(await answer(early, 'backup', 'early-Code2'))

    const wrong = app.openBrowser()
    await signIn(wrong, { email: 'ada@example.com', password: `${password}!` })
    expect(await readSession(wrong)).toBeNull()
  })
})
