import { mailProofs } from '@latchstring/core/adapters'
import { STRATEGIES } from '@latchstring/test-kit/app'
import { readJson } from '@latchstring/test-kit/json'
import { ADA } from '@latchstring/test-kit/people'
import { expectSignedIn, readSession } from '@latchstring/test-kit/story'
import { describe, expect, test } from 'vitest'
import { keyOfUser } from '../../../packages/core/src/lib/crypto/key-of.ts'
import { hashes } from '../../../packages/passwords/src/index.ts'
import { CHEAP, holdHasher, openBeside, openCheapWorld } from './cheap-passwords.ts'
import { attackLinks, attackWithoutLimits } from './password-attacks.ts'
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
import {
  FIRST,
  NEXT,
  type OpenPasswordStore,
  type PasswordWorld,
  post,
  signIn,
  useProof,
} from './password-world.ts'

/** What an attacker tries with passwords, over a store. */
export function passwordAttacks(name: string, openStore: OpenPasswordStore): void {
  describe.each(STRATEGIES)(`Passwords attacked over ${name}, with sessions by %s`, (strategy) => {
    attackLinks({ strategy, openStore })
    attackWithoutLimits({ strategy, openStore })
    races({ strategy, openStore })
    stores({ strategy, openStore })
  })
}

function races(setting: Setting): void {
  describe('A reset under way', () => {
    test('changes no password that its user has chosen since', async () => {
      const held = holdHasher()
      const world = await openCheapWorld(setting, { hash: held.hash })
      const user = await signedIn(world)
      const url = await forget(world)
      held.during('hash', () => change(user, FIRST, NEXT))
      const answer = await useProof(world.openBrowser(), url, 'reset', { password: THIRD })
      expect([answer.status, (await readJson(answer))['error']]).toEqual([409, 'passwords/gone'])
      expect(await passwordsOf(world)).toEqual([NEXT])
    })

    test('changes no password that a newer link has chosen', async () => {
      const held = holdHasher()
      const world = await openCheapWorld(setting, { hash: held.hash })
      const url = await forget(world)
      held.during('hash', async () => {
        world.clock.advance(1)
        await useProof(world.openBrowser(), await forget(world), 'reset', { password: NEXT })
      })
      const answer = await useProof(world.openBrowser(), url, 'reset', { password: THIRD })
      expect(answer.status).toBe(409)
      expect(await passwordsOf(world)).toEqual([NEXT])
    })

    test('attaches none to a user whose password was removed since (PWD-16)', async () => {
      const held = holdHasher()
      const world = await openCheapWorld(setting, { hash: held.hash })
      const { remove, has } = world.auth.system(world.pw)
      const url = await forget(world)
      held.during('hash', () => remove(ADA.id))
      const answer = await useProof(world.openBrowser(), url, 'reset')
      expect([answer.status, await has(ADA.id)]).toEqual([409, false])
    })

    test('is done although a sign-in has hashed the same password anew meanwhile', async () => {
      const held = holdHasher({ outdated: true })
      const world = await openCheapWorld(setting, { hash: held.hash })
      const url = await forget(world)
      const read = () => world.store.records?.get(hashes, { userId: ADA.id })
      const before = await read()
      let between: unknown
      held.during('hash', async () => {
        await signedIn(world)
        between = await read()
      })
      const answer = await useProof(world.openBrowser(), url, 'reset')
      expect(between).not.toEqual(before)
      expect(answer.status).toBeLessThan(400)
      expect(await passwordsOf(world)).toEqual([NEXT])
    })

    test('leaves no session to a sign-in that had the old password (PWD-07)', async () => {
      const held = holdHasher()
      const world = await openCheapWorld(setting, { hash: held.hash })
      const url = await forget(world)
      const thief = world.openBrowser()
      held.during('check', async () => {
        world.clock.advance(1)
        await useProof(world.openBrowser(), url, 'reset')
      })
      await signIn(thief)
      world.clock.advance(60)
      expect(await readSession(thief)).toBeNull()
    })

    test('of another process, whose clock differs, changes no newer password', async () => {
      for (const seconds of [-15, 15]) {
        const held = holdHasher()
        const world = await openCheapWorld(setting)
        const clock = (): number => world.clock.now() + seconds * 1000
        const other = openBeside(world, { ...setting, hash: held.hash, clock })
        const user = await signedIn(world)
        const url = await forget(world)
        held.during('hash', () => change(user, FIRST, NEXT))
        const answer = await useProof(other.openBrowser(), url, 'reset', { password: THIRD })
        expect(await answer.json()).toMatchObject({ error: 'passwords/gone' })
        await expectDead(world, url)
        await expectDead(other, url)
        world.clock.advance(60)
        expect(await passwordsOf(world)).toEqual([NEXT])
      }
    })
  })

  describe('A registration under way', () => {
    test('leaves alone the password that the new user was given meanwhile', async () => {
      const events = {
        createUser: async ({ user }: { readonly user: { readonly id?: string } }) =>
          void (await world.auth.system(world.pw).setPassword(String(user.id), THIRD)),
      }
      const world: PasswordWorld = await openCheapWorld({ ...setting, config: { events } })
      await post(world.openBrowser(), 'register', { email: EVE })
      const answer = await useProof(world.openBrowser(), world.last().url, 'finish')
      expect([answer.status, (await readJson(answer))['error']]).toEqual([409, 'passwords/gone'])
      expect(await passwordsOf(world, EVE)).toEqual([THIRD])
    })

    test('is refused where the new user is deleted meanwhile', async () => {
      const events = {
        createUser: async ({ user }: { readonly user: { readonly id?: string } }) =>
          void (await world.store.deleteUser?.(String(user.id))),
      }
      const world: PasswordWorld = await openCheapWorld({ ...setting, config: { events } })
      await post(world.openBrowser(), 'register', { email: EVE })
      const browser = world.openBrowser()
      const answer = await useProof(browser, world.last().url, 'finish')
      expect([answer.status, await readSession(browser)]).toEqual([409, null])
    })
  })

  test('A password is removed although a sign-in has hashed it anew meanwhile', async () => {
    const held = holdHasher({ outdated: true })
    const world = await openCheapWorld(setting, { hash: held.hash })
    const { records } = world.store
    const removing = world.auth.system(world.pw).remove(ADA.id)
    await Promise.all([removing, signIn(world.openBrowser())])
    expect(await removing).toBe(true)
    expect(await records?.get(hashes, { userId: ADA.id })).toBeNull()
  })
}

function stores(setting: Setting): void {
  describe('A store that goes back', () => {
    test('to a password from before the link leaves that password', async () => {
      const held = holdHasher()
      const world = await openCheapWorld(setting, { hash: held.hash })
      const { records } = world.store
      const key = { userId: ADA.id }
      const old = await records?.get(hashes, key)
      world.clock.advance(60)
      await change(await signedIn(world), FIRST, NEXT)
      const url = await forget(world)
      held.during('hash', async () => {
        const now = await records?.get(hashes, key)
        await records?.drop(hashes, key, now?.version ?? 0)
        if (old) await records?.insert(hashes, old, world.clock.now())
      })
      const answer = await useProof(world.openBrowser(), url, 'reset', { password: THIRD })
      expect(answer.status).toBe(409)
      expect(await passwordsOf(world)).toEqual([FIRST])
    })

    test('has a used link again, until its user has all sessions ended', async () => {
      const world = await openCheapWorld(setting)
      const url = await forget(world)
      const find = async () => {
        const found = await world.store.records?.find(mailProofs, {
          field: 'user',
          value: await keyOfUser(ADA.id),
          limit: 10,
        })
        return found?.rows ?? []
      }
      const [row] = await find()
      await useProof(world.openBrowser(), url, 'reset')
      await expectDead(world, url)
      const restore = async () =>
        row && world.store.records?.insert(mailProofs, row, world.clock.now())
      expect(await restore()).toBe('inserted')
      expect((await world.openBrowser().open(url)).status).toBe(200)
      await world.auth.system(world.pw).setPassword(ADA.id, FIRST)
      await expectDead(world, url, { password: THIRD })
    })
  })

  test('A reset at a process that keeps sessions in the other way counts at both', async () => {
    const world = await openCheapWorld(setting)
    const strategy = setting.strategy === 'jwt' ? 'database' : 'jwt'
    const other = openBeside(world, { strategy, hash: CHEAP })
    const thief = other.openBrowser()
    expectSignedIn(await signIn(thief))
    const url = await forget(world)
    world.clock.advance(1)
    expect((await useProof(other.openBrowser(), url, 'reset')).status).toBeLessThan(400)
    await expectDead(world, url, { password: THIRD })
    await expectDead(other, url, { password: THIRD })
    world.clock.advance(60)
    expect(await readSession(thief)).toBeNull()
    expect(await passwordsOf(world)).toEqual([NEXT])
    expectSignedIn(await signIn(other.openBrowser(), { password: NEXT }))
  })
}
