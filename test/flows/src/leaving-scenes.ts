import { BASE, type Strategy, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { readJson } from '@latchstring/test-kit/json'
import { ADA, PEOPLE, signInWithPassword, submitPassword } from '@latchstring/test-kit/people'
import { expectEnded, expectSignedIn, readLocation, readSession } from '@latchstring/test-kit/story'
import { DAY } from '@latchstring/test-kit/test-clock'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type Instance,
  type LeavingStore,
  type LeavingWorld,
  openLeavingWorld,
  post,
} from './leaving-world.ts'

const JSON_TYPE = { accept: 'application/json' }
const STEP = `${BASE}/leaving/stay`

/** Signs in, and asks to be deleted. */
async function leave(app: Instance): Promise<Browser> {
  const browser = await signInWithPassword(app.openBrowser())
  const response = await post(browser, 'request', { sure: 'on' })
  expect(response.status).toBe(200)
  return browser
}

function expectStep(response: Response): void {
  expect([response.status, response.headers.get('location')]).toEqual([303, STEP])
}

function expectRefusedAtGate(response: Response): void {
  const { pathname, searchParams } = readLocation(response)
  expect([pathname, searchParams.get('error')]).toEqual(['/auth/error', 'AccessDenied'])
}

/** What happens between a request and a deletion, over a store. */
export function leavingScenes(name: string, open: () => Promise<LeavingStore>): void {
  describe.each(STRATEGIES)(`A user who leaves, over ${name}, with sessions by %s,`, (strategy) =>
    scenes(strategy, open),
  )
}

function scenes(strategy: Strategy, open: () => Promise<LeavingStore>): void {
  let store: LeavingStore
  let world: LeavingWorld

  const isThere = async (): Promise<boolean> => Boolean(await store.adapter.getUser?.(ADA.id))
  const due = (app: Instance) => app.auth.system(app.leave).deleteDue()
  const entries = async (app: Instance): Promise<number> => {
    const kept = await app.auth.system(app.leave).exportUser(ADA.id)
    return kept?.records['auth_ledger_entries']?.length ?? 0
  }

  beforeEach(async () => {
    store = await open()
    world = await openLeavingWorld(strategy, store)
  })

  afterEach(async () => store.close())

  test('is signed out everywhere, and is asked at the next sign-in, which keeps the account', async () => {
    const app = world.start()
    const elsewhere = await signInWithPassword(app.openBrowser())
    const browser = await leave(app)
    await expectEnded(browser)
    await expectEnded(elsewhere)
    expectStep(await submitPassword(browser, 'ada'))
    const page = await (await browser.open(STEP)).text()
    expect(page).toContain('Your account will be deleted on')
    expect(await readSession(browser)).toBeNull()
    expectSignedIn(await post(browser, 'keep'))
    expect((await readSession(browser))?.user?.email).toBe(ADA.email)
    world.clock.advance(8 * DAY)
    expect(await due(app)).toEqual({ deleted: [], refused: [], failed: [] })
    expect(await isThere()).toBe(true)
  })

  test('is deleted with everything when the days are over, once, whichever of two instances is at it', async () => {
    const [app, other] = [world.start(), world.start()]
    await app.auth.system(app.ledger).write(ADA.id, { note: 'hello', secret: 'x' })
    const browser = await leave(app)
    world.clock.advance(7 * DAY - 1)
    expect((await due(app)).deleted).toEqual([])
    expect(await isThere()).toBe(true)
    world.clock.advance(2)
    const [one, two] = await Promise.all([due(app), due(other)])
    expect([...one.deleted, ...two.deleted]).toEqual([ADA.id])
    expect([one.failed, two.failed]).toEqual([[], []])
    expect(world.erased).toMatchObject([{ id: ADA.id, email: ADA.email }])
    expect(await isThere()).toBe(false)
    await expectEnded(browser)
    expect(await app.auth.system(app.leave).listDue()).toEqual([])
    expect(await app.auth.system(app.leave).exportUser(ADA.id)).toBeNull()
    expect(Boolean(await store.adapter.getUser?.(PEOPLE.grace.id))).toBe(true)
  })

  test('stays whole while the application cannot delete, cannot come in, and is deleted later', async () => {
    const app = world.start()
    await app.auth.system(app.ledger).write(ADA.id, { note: 'hello', secret: 'x' })
    await leave(app)
    world.clock.advance(8 * DAY)
    world.failing.application = true
    expect(await due(app)).toMatchObject({ deleted: [], failed: [{ userId: ADA.id }] })
    expect([await isThere(), await entries(app)]).toEqual([true, 1])
    expectRefusedAtGate(await submitPassword(app.openBrowser(), 'ada'))
    world.failing.application = false
    expect((await due(world.start())).deleted).toEqual([ADA.id])
    expect(await isThere()).toBe(false)
  })

  test('is found again where the store failed in the middle', async () => {
    const app = world.start()
    await app.auth.system(app.ledger).write(ADA.id, { note: 'hello', secret: 'x' })
    await leave(app)
    world.clock.advance(8 * DAY)
    world.failing.store = true
    expect(await due(app)).toMatchObject({ deleted: [], failed: [{ userId: ADA.id }] })
    expect([await isThere(), await entries(app)]).toEqual([true, 0])
    world.failing.store = false
    expect((await due(world.start())).deleted).toEqual([ADA.id])
    expect([await isThere(), world.erased.length]).toEqual([false, 2])
  })

  test('stays where another feature says so, with its reason, and leaves once it lets go', async () => {
    const app = world.start()
    world.debts.owes = true
    const browser = await signInWithPassword(app.openBrowser())
    const response = await post(browser, 'request', { sure: 'on' }, JSON_TYPE)
    expect([response.status, await readJson(response)]).toEqual([
      409,
      {
        error: 'leaving/not-now',
        message: 'Your account can’t be deleted right now. Pay your last invoice first.',
      },
    ])
    const page = await post(browser, 'request', { sure: 'on' })
    expect(await page.text()).toContain('Pay your last invoice first.')
    expect(await readSession(browser)).not.toBeNull()
    world.debts.owes = false
    await leave(app)
    world.clock.advance(8 * DAY)
    world.debts.owes = true
    expect(await due(app)).toEqual({
      deleted: [],
      refused: [{ userId: ADA.id, code: 'ledger/owes' }],
      failed: [],
    })
    expectStep(await submitPassword(app.openBrowser(), 'ada'))
    world.debts.owes = false
    expect((await due(app)).deleted).toEqual([ADA.id])
    expect(world.erased).toHaveLength(1)
  })

  test('is deleted at once with no days, and begun again by the next job where that fails', async () => {
    const app = world.start({ days: 0 })
    world.failing.store = true
    const browser = await signInWithPassword(app.openBrowser())
    expect((await post(browser, 'request', { sure: 'on' }, JSON_TYPE)).status).toBe(503)
    await expectEnded(browser)
    expectRefusedAtGate(await submitPassword(browser, 'ada'))
    world.failing.store = false
    expect((await due(app)).deleted).toEqual([ADA.id])
    const other = await signInWithPassword(app.openBrowser(), 'grace')
    const answer = await post(other, 'request', { sure: 'on' })
    expect(await answer.text()).toContain('Your account has been deleted.')
    await expectEnded(other)
    expect(await store.adapter.getUser?.(PEOPLE.grace.id)).toBeNull()
  })
}
