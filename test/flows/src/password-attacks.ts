import { BASE } from '@latchstring/test-kit/app'
import { readJson } from '@latchstring/test-kit/json'
import { ADA } from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'
import { describe, expect, test } from 'vitest'
import { openBeside, openCheapWorld } from './cheap-passwords.ts'
import {
  change,
  EVE,
  expectDead,
  forget,
  passwordsOf,
  type Setting,
  signedIn,
  THIRD,
} from './password-attack-steps.ts'
import { FIRST, NEXT, post, signIn, useProof } from './password-world.ts'

const JSON_ALONE = { accept: 'application/json' }

/** What links for a reset are good for, in an application that `setting` opens. */
export function attackLinks(setting: Setting): void {
  describe('A link for a reset', () => {
    test('is used once by 32 posts at four processes, and the password is that of the one (PWD-06)', async () => {
      const world = await openCheapWorld(setting)
      const url = await forget(world)
      const apps = [world, ...[1, 2, 3].map(() => openBeside(world, setting))]
      const sent = Array.from({ length: 32 }, (_, index) => index)
      const browsers = apps.map((app) => app.openBrowser())
      for (const browser of browsers) await browser.csrf(BASE)
      const answers = await Promise.all(
        sent.map(async (index) => {
          const browser = browsers[index % 4] ?? world.openBrowser()
          return useProof(browser, url, 'reset', { password: `${NEXT} ${index}` })
        }),
      )
      const won = answers.flatMap(({ status }, index) => (status < 400 ? [index] : []))
      expect(won).toHaveLength(1)
      world.clock.advance(1)
      const others = sent.filter((index) => !won.includes(index)).slice(0, 4)
      for (const index of [...won, ...others]) {
        const browser = world.openBrowser()
        await signIn(browser, { password: `${NEXT} ${index}` })
        expect((await readSession(browser)) !== null).toBe(won.includes(index))
      }
    })

    test('takes no post after the next one, a change of password or address, an operation, and half an hour (PWD-06)', async () => {
      const world = await openCheapWorld(setting)
      const { system } = world.auth
      const ends: Readonly<Record<string, () => Promise<unknown>>> = {
        next: async () => {
          world.clock.advance(1)
          await forget(world)
        },
        changed: async () => change(await signedIn(world), FIRST, NEXT),
        given: async () => system(world.pw).setPassword(ADA.id, FIRST),
        late: async () => world.clock.advance(30 * 60),
        moved: async () => world.store.updateUser?.({ id: ADA.id, email: 'ada@moved.example' }),
      }
      for (const end of Object.values(ends)) {
        const url = await forget(world)
        world.clock.advance(1)
        await end()
        await expectDead(world, url, { password: THIRD })
        world.clock.advance(3600)
      }
      expect(await passwordsOf(world, 'ada@moved.example')).toEqual([FIRST])
    })

    test('is no good for another purpose, nor is one to register', async () => {
      const world = await openCheapWorld(setting)
      const reset = await forget(world)
      const finish = await useProof(world.openBrowser(), reset, 'finish')
      expect((await readJson(finish))['error']).toBe('Verification')
      await post(world.openBrowser(), 'register', { email: EVE })
      await expectDead(world, world.last().url)
      expect(await world.store.getUserByEmail?.(EVE)).toBeNull()
      expect(await passwordsOf(world)).toEqual([FIRST])
    })

    test('is not used up by GET and HEAD, and is in no referrer (PWD-06)', async () => {
      const world = await openCheapWorld(setting)
      const url = await forget(world)
      for (const method of ['HEAD', 'GET', 'HEAD', 'GET']) {
        const page = await world.auth.handle(
          new Request(url, { method, headers: { accept: 'text/html' } }),
        )
        const html = await page.text()
        expect([page.status, html === '']).toEqual([200, method === 'HEAD'])
        if (method === 'GET') expect(html).toContain('name="referrer" content="strict-origin"')
      }
      const target = `${BASE}/passwords/reset${new URL(url).search}&password=${THIRD}`
      for (const method of ['HEAD', 'GET']) {
        const answer = await world.auth.handle(new Request(target, { method }))
        expect(answer.status).toBeGreaterThanOrEqual(400)
      }
      expect((await useProof(world.openBrowser(), url, 'reset')).status).toBeLessThan(400)
      expect(await passwordsOf(world)).toEqual([NEXT])
    })

    test('can be tried ten times with passwords that are refused, and then again (PWD-06)', async () => {
      const world = await openCheapWorld(setting)
      const url = await forget(world)
      const statuses = []
      for (let time = 0; time < 11; time += 1) {
        const answer = await useProof(world.openBrowser(), url, 'reset', { password: 'short' })
        statuses.push(answer.status)
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
      world.clock.advance(60)
      expect((await useProof(world.openBrowser(), url, 'reset')).status).toBeLessThan(400)
    })
  })
}

/** What is left of bounds where the application has no limits. */
export function attackWithoutLimits(setting: Setting): void {
  test('Without limits a registration is answered alike, and its code can be tried a few times alone', async () => {
    const world = await openCheapWorld({ ...setting, config: { limits: false } })
    const answers = []
    for (const email of [EVE, ADA.email]) {
      const answer = await post(world.openBrowser(), 'register', { email }, JSON_ALONE)
      answers.push([answer.status, answer.headers.get('location'), await answer.text()])
    }
    expect(answers[1]).toEqual(answers[0])

    const browser = world.openBrowser()
    await post(browser, 'register', { email: EVE })
    const code = world.last().code ?? ''
    for (let time = 0; time < 12; time += 1) {
      await post(browser, 'finish', { code: 'AAAA-AAAA', password: NEXT }, JSON_ALONE)
    }
    const late = await post(browser, 'finish', { code, password: NEXT }, JSON_ALONE)
    expect([late.status, (await readJson(late))['error']]).toEqual([403, 'Verification'])
    expect(await world.store.getUserByEmail?.(EVE)).toBeNull()
  })

  test('A first password can be tried ten times', async () => {
    const world = await openCheapWorld(setting)
    const browser = await signedIn(world)
    await world.auth.system(world.pw).remove(ADA.id)
    const statuses = []
    const user = world.openBrowser()
    await post(user, 'forgot', { email: ADA.email })
    expect(await readSession(browser)).toBeNull()
    const csrfToken = await user.csrf(BASE)
    await user.submit(`${BASE}/signin/mail`, { csrfToken, email: ADA.email })
    const typed = { csrfToken: await user.csrf(BASE), code: world.last().code ?? '' }
    await user.submit(`${BASE}/callback/mail`, typed)
    for (let time = 0; time < 11; time += 1) {
      statuses.push((await post(user, 'set', { password: 'short' }, JSON_ALONE)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  })
}
