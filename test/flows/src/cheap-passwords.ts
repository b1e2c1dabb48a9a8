import type { Adapter } from '@latchstring/core/adapters'
import { type App, createApp, ENV, type Strategy } from '@latchstring/test-kit/app'
import type { PasswordHasher } from '../../../packages/passwords/src/hashing.ts'
import { passwords, type PasswordsOptions } from '../../../packages/passwords/src/index.ts'
import { cheapHasher } from '../../../packages/passwords/test/cheap-hasher.ts'
import { ADA } from '@latchstring/test-kit/people'
import {
  FIRST,
  openPasswordWorld,
  type PasswordWorld,
  type WorldOptions,
} from './password-world.ts'

/** Hashes at once, and takes hashes of others for some that it cannot compare. */
export const CHEAP: PasswordHasher = { ...cheapHasher, examine: () => undefined }

/** A hasher that waits before it answers. */
export interface Held {
  readonly hash: PasswordHasher
  /** Runs something while the next call of a method waits. */
  during(method: 'hash' | 'check', work: () => Promise<unknown>): void
}

/**
 * Makes a hasher in the middle of which a test can do something.
 *
 * @param outdated - whether stored hashes are to be replaced
 */
export function holdHasher({ outdated = false }: { readonly outdated?: boolean } = {}): Held {
  const waiting = new Map<'hash' | 'check', () => Promise<unknown>>()
  const pass = async (method: 'hash' | 'check'): Promise<void> => {
    const work = waiting.get(method)
    waiting.delete(method)
    await work?.()
  }
  return {
    hash: {
      ...CHEAP,
      async hash(password) {
        await pass('hash')
        return CHEAP.hash(password)
      },
      async check(password, stored) {
        await pass('check')
        const { right } = await CHEAP.check(password, stored)
        return { right, outdated: right && outdated }
      },
    },
    during: (method, work) => void waiting.set(method, work),
  }
}

/** As `openPasswordWorld`, with hashes that cost nothing: for tests of everything else. */
export async function openCheapWorld(
  world: WorldOptions,
  options: PasswordsOptions = {},
): Promise<PasswordWorld> {
  const opened = await openPasswordWorld(world, { hash: CHEAP, ...options })
  await opened.auth.system(opened.pw).setPassword(ADA.id, FIRST)
  opened.clock.advance(1)
  return opened
}

/** Another process of an application, over the same store. */
export interface Beside extends App {
  readonly pw: PasswordWorld['pw']
}

/** How another process differs. */
export interface Differing {
  readonly strategy: Strategy
  readonly hash?: PasswordHasher
  readonly clock?: () => number
  readonly adapter?: Adapter
}

/** Starts another process beside an application; it sends no mails. */
export function openBeside(
  { store, clock }: Pick<PasswordWorld, 'store' | 'clock'>,
  { strategy, hash = CHEAP, clock: now = clock.now, adapter = store }: Differing,
): Beside {
  const pw = passwords({ hash })
  const app = createApp(
    {
      features: [pw],
      providers: [
        { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: () => undefined },
      ],
      adapter,
      session: { strategy, absoluteMaxAge: 36_000, revocation: strategy === 'jwt' },
    },
    { env: ENV, clock: now },
  )
  return { ...app, pw }
}
