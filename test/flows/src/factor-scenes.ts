import { STRATEGIES } from '@latchstring/test-kit/app'
import { IN_FULL } from '@latchstring/test-kit/in-part'
import { describe } from 'vitest'
import { appScenes } from './factor-app-scenes.ts'
import { ownerScenes } from './factor-owner-scenes.ts'
import { factorSceneForEachTest } from './factor-scene.ts'
import type { OpenFactorStore } from './factors-world.ts'

/** What people do with apps for codes and with backup codes, over a store. */
export function factorScenes(name: string, openStore: OpenFactorStore): void {
  describe.each(STRATEGIES)(`An app for codes, over ${name}, with sessions by %s,`, (strategy) => {
    const scene = factorSceneForEachTest(strategy, openStore)
    // They end sessions, which each strategy does in its own way.
    ownerScenes(scene)
    if (IN_FULL || strategy === 'database') appScenes(scene)
  })
}
