import type { PasswordHasher } from '../../../packages/passwords/src/hashing.ts'
import type { PasswordsOptions } from '../../../packages/passwords/src/index.ts'
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
  readonly hasher: PasswordHasher
  /** Runs something while the next call of a method waits. */
  during(method: 'hash' | 'check', work: () => Promise<unknown>): void
}

/** Makes a hasher in the middle of which a test can do something. */
export function holdHasher(): Held {
  const waiting = new Map<'hash' | 'check', () => Promise<unknown>>()
  const pass = async (method: 'hash' | 'check'): Promise<void> => {
    const work = waiting.get(method)
    waiting.delete(method)
    await work?.()
  }
  return {
    hasher: {
      ...CHEAP,
      async hash(password) {
        await pass('hash')
        return CHEAP.hash(password)
      },
      async check(password, stored) {
        await pass('check')
        return CHEAP.check(password, stored)
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
