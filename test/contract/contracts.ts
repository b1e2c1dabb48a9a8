import { account } from './account.contract.ts'
import { actions } from './actions.contract.ts'
import { cookies } from './cookies.contract.ts'
import { environment } from './environment.contract.ts'
import { initializer } from './initializer.contract.ts'
import { limits } from './limits.contract.ts'
import { logger } from './logger.contract.ts'
import { options } from './options.contract.ts'
import { pages } from './pages.contract.ts'
import { providers } from './providers.contract.ts'
import { records } from './records.contract.ts'
import { shapes } from './shapes.contract.ts'
import { signInCallback } from './sign-in-callback.contract.ts'
import { tokenCallback } from './token-callback.contract.ts'
import { sessionCallback } from './session-callback.contract.ts'
import { authorized } from './authorized.contract.ts'
import { everywhere } from './everywhere.contract.ts'
import { everyWayIn } from './every-way-in.contract.ts'
import { events } from './events.contract.ts'
import { errorClasses } from './errors.contract.ts'
import { failures } from './failures.contract.ts'
import { operations } from './operations.contract.ts'
import { webauthn } from './webauthn.contract.ts'
import { client } from './client.contract.ts'
import { sessionsOnDevices } from './sessions.contract.ts'
import type { Contract } from './src/suite.ts'
import { strategies } from './strategies.contract.ts'

/** What every package has to do. */
export const CONTRACTS: readonly Contract[] = [
  initializer,
  account,
  shapes,
  providers,
  records,
  cookies,
  pages,
  logger,
  options,
  environment,
  strategies,
  sessionsOnDevices,
  actions,
  limits,
  signInCallback,
  tokenCallback,
  everyWayIn,
  everywhere,
  sessionCallback,
  authorized,
  events,
  errorClasses,
  failures,
  operations,
  client,
  webauthn,
]
