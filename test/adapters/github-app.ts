import { type Auth, createAuth } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import GitHub from '@latchstring/core/providers/github'
import { createLab, createVisitor, type Emulator, type Visitor } from '@latchstring/testing'

/** An application that signs people in with GitHub and keeps them in a store. */
export interface App {
  readonly auth: Auth
  readonly github: Emulator
  openBrowser(): Visitor
}

/** Sets up the application. */
export async function createApp(adapter: Adapter): Promise<App> {
  const github = await createLab().provider('github')
  const env = {
    NODE_ENV: 'test',
    AUTH_URL: 'https://app.example',
    AUTH_SECRET: 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x',
  }
  const logger = { error: () => undefined, warn: () => undefined }
  const providers = [GitHub(github.options)]
  const auth = createAuth(
    { adapter, providers, logger, session: { strategy: 'database' } },
    { env },
  )
  return {
    auth,
    github,
    openBrowser: () => createVisitor(auth.handle, 'https://app.example/auth'),
  }
}
