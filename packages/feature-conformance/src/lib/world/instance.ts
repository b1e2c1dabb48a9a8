import { createAuth } from '@latchstring/core'
import type { Feature } from '@latchstring/core/features'
import type { TestFeatureOptions } from '../options.ts'
import { ORIGIN } from './browser.ts'
import { actingFeature } from './acting-feature.ts'
import type { listen } from './log.ts'
import { credentialsProvider, mailProvider, oauthProvider } from './services.ts'
import { type Run, watchFeature } from './watched-feature.ts'
import type { SecretTexts } from './watched-records.ts'
import type { WatchedStore } from './watched-store.ts'

/** How sessions are kept. */
export type Strategy = 'database' | 'jwt'

const SECRET = 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x'

/** The library with a feature, as one process has it. */
export interface Instance<Operations, System> {
  readonly feature: Feature<Operations, System>
  readonly auth: ReturnType<typeof createAuth>
}

/** Sets up the library in one process. */
export function createInstance<Operations, System>(
  options: TestFeatureOptions<Operations, System>,
  parts: {
    readonly now: () => number
    readonly strategy: Strategy
    readonly store: WatchedStore
    readonly inbox: Map<string, string>
    readonly note: (run: Run) => void
    readonly secrets: SecretTexts
    readonly log: Pick<ReturnType<typeof listen>, 'logger' | 'events'>
  },
): Instance<Operations, System> {
  const { strategy, store, inbox, now, log } = parts
  const feature = watchFeature(options.feature(), parts.note, parts.secrets)
  const { configuration = {} } = options
  const byEmail = (email: string) =>
    [...store.tables.users.values()].find((user) => user.email === email)
  const auth = createAuth(
    {
      secret: SECRET,
      trustHost: true,
      account: { page: true },
      // The library counts: what a feature does with a request that it gets is of interest here, however many there were.
      limits: false,
      ...configuration,
      adapter: store.adapter,
      providers: [
        oauthProvider,
        mailProvider(inbox),
        credentialsProvider(byEmail),
        ...(configuration.providers ?? []),
      ],
      session: {
        // A cookie that was copied before a session was ended is of no use after it.
        ...(strategy === 'jwt' && { revocation: true }),
        ...configuration.session,
        strategy,
      },
      features: [...(configuration.features ?? []), feature, actingFeature],
      logger: log.logger,
      events: log.events,
    },
    // Mails without a request need the address of the application.
    { clock: now, env: { NODE_ENV: 'test', AUTH_URL: ORIGIN } },
  )
  return { feature, auth }
}
