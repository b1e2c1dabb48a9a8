import type { AuthConfig } from '@latchstring/core'
import type { FactorsOptions } from '@latchstring/factors'
import type { Strategy } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { submitPassword } from '@latchstring/test-kit/people'
import { expectSignedIn, sessionCookies } from '@latchstring/test-kit/story'
import { beforeEach, expect } from 'vitest'
import {
  factsOf,
  type FactorsWorld,
  type OpenFactorStore,
  openFactorsWorld,
  type Started,
} from './factors-world.ts'

/** A world with an application in it, new for each test. */
export interface FactorScene {
  readonly world: FactorsWorld
  readonly started: Started
  /** Starts the application again, with other options. */
  restart(options?: FactorsOptions, config?: Partial<AuthConfig>): void
  /** Opens a browser. */
  open(): Browser
  /** What the session of a browser has shown. */
  facts(browser: Browser): ReturnType<typeof factsOf>
  /** A browser whose sign-in waits for a factor. */
  readonly waiting: () => Promise<Browser>
  /** A browser of a user who has no factor. */
  readonly signedIn: () => Promise<Browser>
}

/** Opens a world before each test of the group in which this is called. */
export function factorSceneForEachTest(
  strategy: Strategy,
  openStore: OpenFactorStore,
): FactorScene {
  const idp = idpForEachTest()
  let world: FactorsWorld
  let started: Started

  beforeEach(async () => {
    world = await openFactorsWorld(strategy, idp, openStore)
    started = world.start()
  })

  const open = (): Browser => started.app.openBrowser()
  return {
    get world() {
      return world
    },
    get started() {
      return started
    },
    restart(options, config) {
      started = world.start(options, config)
    },
    open,
    facts: (browser) => factsOf(started.app, browser),
    async waiting() {
      const browser = open()
      await submitPassword(browser, 'ada')
      expect(sessionCookies(browser)).toEqual([])
      return browser
    },
    async signedIn() {
      const browser = open()
      expectSignedIn(await submitPassword(browser, 'ada'))
      return browser
    },
  }
}
