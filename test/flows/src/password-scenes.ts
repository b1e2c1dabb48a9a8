import { STRATEGIES } from '@latchstring/test-kit/app'
import { IN_FULL } from '@latchstring/test-kit/in-part'
import { describe } from 'vitest'
import { changeScenes } from './password-change.ts'
import { registrationScenes } from './password-registration.ts'
import { resetScenes } from './password-reset.ts'
import type { OpenScene } from './password-steps.ts'
import { type OpenPasswordStore, openPasswordWorld } from './password-world.ts'

/** What people do with passwords, over a store. */
export function passwordScenes(name: string, openStore: OpenPasswordStore): void {
  describe.each(STRATEGIES)(`Passwords over ${name}, with sessions by %s`, (strategy) => {
    const open: OpenScene = (options, more) =>
      openPasswordWorld({ strategy, openStore, ...more }, options)
    // A reset ends sessions, which each strategy does in its own way.
    resetScenes(open)
    if (!IN_FULL && strategy === 'jwt') return
    registrationScenes(open)
    changeScenes(open)
  })
}
