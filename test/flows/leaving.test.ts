import { openSqlAdapter } from '@latchstring/adapter-sql'
import { BASE, STRATEGIES } from '@latchstring/test-kit/app'
import { readForms } from '@latchstring/test-kit/forms'
import { ANY_TEXT, containing, including } from '@latchstring/test-kit/matchers'
import { ADA, PEOPLE, signInWithPassword } from '@latchstring/test-kit/people'
import { expectEnded, readSession, sessionCookies } from '@latchstring/test-kit/story'
import { DAY } from '@latchstring/test-kit/test-clock'
import { describe, expect, onTestFinished, test } from 'vitest'
import { leavingScenes } from './src/leaving-scenes.ts'
import {
  LEAVING_TABLES,
  type LeavingStore,
  type LeavingWorld,
  openLeavingWorld,
  post,
} from './src/leaving-world.ts'

async function open(): Promise<LeavingStore> {
  const adapter = openSqlAdapter(':memory:', { sessionControl: true, records: LEAVING_TABLES })
  await adapter.migrate()
  return { adapter, close: () => adapter.close() }
}

leavingScenes('SQLite', open)

const SECRETS = ['at-canary-1', 'rt-canary-2', 'id-canary-3', 'pk-canary-4', 'cred-canary-5']
const HIDDEN = 'ledger-canary-6'

async function openWorld(strategy: (typeof STRATEGIES)[number]): Promise<LeavingWorld> {
  const store = await open()
  onTestFinished(async () => void (await store.close()))
  return openLeavingWorld(strategy, store)
}

/** Gives Ada an account with tokens, a passkey, and rows of a feature. */
async function fill({ adapter }: LeavingWorld): Promise<void> {
  const [access = '', refresh = '', id = '', key = '', credential = ''] = SECRETS
  await adapter.linkAccount?.({
    userId: ADA.id,
    type: 'oauth',
    provider: 'github',
    providerAccountId: 'ada-at-github',
    access_token: access,
    refresh_token: refresh,
    id_token: id,
  })
  await adapter.createAuthenticator?.({
    userId: ADA.id,
    credentialID: credential,
    providerAccountId: 'passkey-of-ada',
    credentialPublicKey: key,
    counter: 0,
    credentialDeviceType: 'multiDevice',
    credentialBackedUp: true,
    transports: 'internal',
  })
}

describe.each(STRATEGIES)('The data of a user, with sessions by %s,', (strategy) => {
  test('is one file, with what features and the application keep, and nothing secret or of others', async () => {
    const world = await openWorld(strategy)
    await fill(world)
    const app = world.start()
    const write = app.auth.system(app.ledger).write
    await write(ADA.id, { note: 'note of Ada', secret: HIDDEN })
    await write(PEOPLE.grace.id, { note: 'note of Grace', secret: HIDDEN })
    const browser = await signInWithPassword(app.openBrowser())
    await signInWithPassword(app.openBrowser(), 'grace')
    const [form] = readForms(await (await browser.open(`${BASE}/leaving/data`)).text())
    expect(form?.action).toBe(`${BASE}/leaving/export`)
    const response = await post(browser, 'export')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      user: { id: ADA.id, email: ADA.email, name: ADA.name, image: ADA.image },
      accounts: [{ provider: 'github', providerAccountId: 'ada-at-github' }],
      passkeys: [{ name: null, synced: true }],
      records: { auth_ledger_entries: [{ note: 'note of Ada', tags: ['a'] }] },
      application: { orders: [`order of ${ADA.id}`] },
    })
    const kept = await app.auth.system(app.leave).exportUser(ADA.id)
    expect(kept?.sessions).toEqual([including({ createdAt: ANY_TEXT, provider: 'credentials' })])
    expect(Object.keys(kept?.records['auth_ledger_entries']?.[0] ?? {})).toEqual([
      'note',
      'writtenAt',
      'tags',
    ])
    const cookie = browser.cookies.get(sessionCookies(browser)[0] ?? '') ?? ''
    const secret = [...SECRETS, HIDDEN, cookie, PEOPLE.grace.email, 'note of Grace']
    expect(cookie).not.toBe('')
    expect(secret.filter((one) => text.includes(one))).toEqual([])
  })

  test('needs a recent sign-in, as leaving does', async () => {
    const world = await openWorld(strategy)
    const app = world.start()
    const browser = await signInWithPassword(app.openBrowser())
    world.clock.advance(2 * 3600)
    expect(await readSession(browser)).not.toBeNull()
    for (const word of ['export', 'request']) {
      const answer = await post(browser, word, { sure: 'on' }, { accept: 'application/json' })
      expect(answer.status).toBe(403)
    }
    const page = await browser.open(`${BASE}/leaving/delete`)
    expect(page.headers.get('location')).toContain('/auth/signin')
    expect(await app.auth.system(app.leave).listDue()).toEqual([])
  })
})

describe.each(STRATEGIES)('Leaving, with sessions by %s,', (strategy) => {
  test('is on the account page, wants the box, and says until when it can be taken back, in the language of the request', async () => {
    const world = await openWorld(strategy)
    const app = world.start({ days: 30 })
    const browser = await signInWithPassword(app.openBrowser())
    expect(await (await browser.open(`${BASE}/account`)).text()).toContain('Delete my account')
    const refused = await post(browser, 'request')
    expect([refused.status, await refused.text()]).toEqual([
      400,
      containing('Check the box to delete your account.'),
    ])
    const german = await browser.open(`${BASE}/leaving/delete`, { 'accept-language': 'de' })
    const date = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' })
    expect(await german.text()).toContain(date.format(world.clock.now() + 30 * DAY * 1000))
  })

  test('is for the user alone by operations, and for any user by those of the system', async () => {
    const world = await openWorld(strategy)
    const app = world.start()
    const { system } = app.auth
    expect(await system(app.leave).findUser(ADA.email)).toBe(ADA.id)
    expect(await system(app.leave).findUser(ADA.id)).toBe(ADA.id)
    expect(await system(app.leave).findUser('none@example.com')).toBeNull()
    const browser = await signInWithPassword(app.openBrowser())
    expect(await system(app.leave).request(ADA.id)).toMatchObject({ kind: 'requested' })
    await expectEnded(browser)
    world.debts.owes = true
    expect(await system(app.leave).askErasure(ADA.id)).toEqual({
      kind: 'refused',
      code: 'ledger/owes',
      why: 'Pay your last invoice first.',
    })
    world.debts.owes = false
    world.failing.store = true
    await expect(system(app.leave).eraseUser(ADA.id)).rejects.toThrow('deleteUser()')
    world.failing.store = false
    expect(await system(app.leave).listDue()).toEqual([ADA.id])
    expect(await system(app.leave).eraseUser(ADA.id)).toEqual({ kind: 'deleted' })
    expect(await system(app.leave).eraseUser(ADA.id)).toEqual({ kind: 'missing' })
    await expect(system(app.leave).deleteDue(0)).rejects.toThrow(RangeError)
  })

  test('of one user deletes another one who is due, beside the request', async () => {
    const world = await openWorld(strategy)
    const app = world.start()
    await app.auth.system(app.leave).request(ADA.id)
    world.clock.advance(8 * DAY)
    const browser = await signInWithPassword(app.openBrowser(), 'grace')
    await post(browser, 'request', { sure: 'on' })
    await expect.poll(() => world.adapter.getUser?.(ADA.id)).toBeNull()
    expect(await app.auth.system(app.leave).listDue()).toEqual([])
  })

  test('has operations for the user of a request', async () => {
    const world = await openWorld(strategy)
    const app = world.start()
    const browser = await signInWithPassword(app.openBrowser())
    const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = new Request(`${BASE}/session`, { headers: { cookie: cookies } })
    const mine = app.auth.feature(app.leave, request)
    expect(await mine.state()).toEqual({ leaving: false })
    expect((await mine.export()).user.id).toBe(ADA.id)
    expect(await mine.keep()).toBe(true)
    expect(await mine.request()).toEqual({
      kind: 'requested',
      dueAt: new Date(world.clock.now() + 7 * DAY * 1000),
    })
    await expect(mine.state()).rejects.toMatchObject({ type: 'SessionRequired' })
  })
})
