import type { FeatureContext } from '@latchstring/core/features'
import type { PasswordHasher } from './hashing/hasher.ts'
import { once } from './once.ts'
import { readOptions, type PasswordsOptions, type Settings } from './options.ts'

/** What all parts of the feature stand on. Nothing of it is loaded before it is asked for. */
export interface Parts {
  readonly settings: Settings
  readonly hasher: () => Promise<PasswordHasher>
  readonly common: () => Promise<{ isCommon: (password: string) => boolean }>
  /** Warns of something that each request would warn of. */
  readonly warnOnce: (context: Pick<FeatureContext, 'log'>, message: string) => void
}

/** @throws InvalidConfiguration that names an option */
export function createParts(options: PasswordsOptions): Parts {
  const settings = readOptions(options)
  let isWarned = false
  return {
    settings,
    hasher: once(async () => {
      if ('check' in settings.hash) return settings.hash
      const { createPasswordHasher } = await import('./hashing/hasher.ts')
      return createPasswordHasher(settings.hash)
    }),
    common: once(() => import('./policy/common.ts')),
    warnOnce({ log }, message) {
      if (!isWarned) log('warn', message)
      isWarned = true
    },
  }
}
